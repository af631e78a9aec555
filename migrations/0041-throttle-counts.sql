-- Tries that count for the whole installation (src/platform/throttle). The key is a keyed hash of what is counted, so that
-- it says nothing about a person and spreads evenly. Rows whose window is over are deleted.
create table throttle_counts (
  key      bytea       not null,
  -- The end of the window in which the tries are counted.
  ends_at  timestamptz not null,
  used     integer     not null check (used >= 0),
  -- What the last statement got: a process learns it from `returning`, which knows no values of before.
  granted  integer     not null,
  primary key (key, ends_at)
);
create index throttle_counts_by_end on throttle_counts (ends_at);
