-- On which history of the database the platform works, noted while it runs: a server that was restored from a backup has
-- another one (decision 61). One row at the most.
create table database_history (
  id          smallint    primary key check (id = 1),
  system_id   text        not null,
  timeline    bigint      not null,
  -- Commits waited for a standby, so that its promotion loses nothing.
  synchronous boolean     not null,
  seen_at     timestamptz not null
);
