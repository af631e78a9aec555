-- Receivers that left a callback unaccepted after its last attempt, one row per client; a digest says when one accepts again.
create table failed_receivers (
  client_id    bigint      primary key,
  failed_at    timestamptz not null,
  -- Its first accepted callback since then; null: none yet.
  recovered_at timestamptz
);
