-- 0201 to 0230 are the tables of a new installation, a file for each part of src/ that writes them; later migrations come on top.
-- Up to 0282 there were 155 others, which made the same tables one after the other: an installation that has those skips these.

-- The cells of an installation that has outgrown one server (docs/decisions/0077). No row: all tables lie in this schema.
create table cells (
  cell integer primary key check (cell between 1 and 99)
);

-- Each client's half of the key that seals what belongs to it; the other half is a data key (docs/decisions/0066). Without
-- it nothing of the client opens, so it is destroyed when the client is forgotten.
create table client_sealing_keys (
  client_id    bigint      primary key,
  -- Null: destroyed.
  part         bytea,
  created_at   timestamptz not null default now(),
  -- Null: at once.
  used_from    timestamptz,
  destroyed_at timestamptz,
  constraint destroyed_has_no_part check ((part is null) = (destroyed_at is not null))
);
create index client_sealing_keys_made on client_sealing_keys (created_at);
create index client_sealing_keys_destroyed on client_sealing_keys (destroyed_at) where destroyed_at is not null;

-- On which history of the database the platform works, noted while it runs: a server that was restored from a backup has
-- another one (decision 61). One row at the most.
create table database_history (
  id             smallint    primary key check (id = 1),
  system_id      text        not null,
  timeline       bigint      not null,
  -- Commits waited for a standby, so that its promotion loses nothing.
  synchronous    boolean     not null,
  seen_at        timestamptz not null,
  -- A heartbeat that also stands in files outside the database (decision 61): a copy of the database that is put back is behind them.
  -- `beat` is what was committed here; `beat_elsewhere` is what a process has read in its file when this database was behind it.
  installation   uuid,
  beat           bigint      not null default 0,
  beat_elsewhere bigint      not null default 0
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);

-- How far a folder of the mailbox has been read.
create table mailbox_folders (
  name         text        primary key,
  uid_validity text        not null,
  last_uid     bigint      not null,
  leased_until timestamptz,
  tried_mail   text        not null default '',
  tries        integer     not null default 0,
  -- Whose visit to a mailbox it is: one that was killed is ended by another process.
  claim_id     uuid
);

-- Data keys, each sealed by the master key of the settings (envelope encryption). Rotation adds a version.
create table sealing_keys (
  purpose            text        not null check (purpose in ('seal', 'fingerprint', 'token')),
  version            integer     not null check (version between 1 and 65535),
  sealed_key         bytea       not null,
  created_at         timestamptz not null,
  -- A data key is written some time before it is used, so that every process has read it when the first row needs it.
  used_from          timestamptz not null,
  -- Which master key opens the row: a keyed fingerprint, of which the key can't be found. Null: written before this column.
  master_fingerprint bytea,
  -- Since when nothing is sealed by this version of a data key; null: it is needed.
  unused_since       timestamptz,
  primary key (purpose, version)
);

-- Tries that count for the whole installation (src/platform/throttle). The key is a keyed hash of what is counted, so that
-- it says nothing about a person and spreads evenly. Rows whose window is over are deleted.
create table throttle_counts (
  key     bytea       not null,
  -- The end of the window in which the tries are counted.
  ends_at timestamptz not null,
  used    integer     not null check (used >= 0),
  -- What the last statement got: a process learns it from `returning`, which knows no values of before.
  granted integer     not null,
  primary key (key, ends_at)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
create index throttle_counts_by_end on throttle_counts (ends_at);

-- How far the demo world has travelled in time. Empty in production.
create table time_travel (
  id        integer primary key default 1 check (id = 1),
  offset_ms bigint  not null
);

-- One row that a process writes to find out whether the database takes writes (/readyz).
create table write_probe (
  id     boolean primary key default true check (id),
  writes bigint  not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);
insert into write_probe (writes) values (0);
