-- What happened in each minute, added up by every process, for the operator's pictures. Losing a few seconds of it in a crash is
-- no harm; nothing is decided by it.
create table minute_counts (
  minute timestamptz not null,
  -- `orders`, `issue-time`, `supplier-calls` …, and its outcome or bucket.
  name   text        not null,
  label  text        not null,
  amount float8      not null,
  primary key (minute, name, label)
);

-- When a loop last finished a round, in any process.
create table worker_rounds (
  worker       text        primary key,
  rounded_at   timestamptz not null,
  -- Its usual pause.
  idle_seconds float8      not null,
  failing      boolean     not null
);
