-- Data keys, each sealed by the master key of the settings (envelope encryption). Rotation adds a version.
create table sealing_keys (
  purpose    text        not null check (purpose in ('seal', 'fingerprint', 'token')),
  version    integer     not null check (version between 1 and 65535),
  sealed_key bytea       not null,
  created_at timestamptz not null,
  primary key (purpose, version)
);

-- How far the demo world has travelled in time. Empty in production.
create table time_travel (
  id        integer primary key default 1 check (id = 1),
  offset_ms bigint  not null
);
