-- What happened in each minute, added up by every process, for the operator's pictures. Losing a few seconds of it in a crash is
-- no harm; nothing is decided by it.
create table minute_counts (
  minute timestamptz      not null,
  -- `orders`, `issue-time`, `supplier-calls` …, and its outcome or bucket.
  name   text             not null,
  label  text             not null,
  amount double precision not null,
  primary key (minute, name, label)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);

-- When a loop last finished a round, in any process.
create table worker_rounds (
  worker       text             primary key,
  rounded_at   timestamptz      not null,
  -- Its usual pause.
  idle_seconds double precision not null,
  failing      boolean          not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);
