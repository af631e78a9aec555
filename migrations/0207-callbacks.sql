-- One POST of a callback and its answer.
create table callback_attempts (
  client_id   bigint      not null,
  request_id  bigint      not null,
  attempt     integer     not null,
  at          timestamptz not null,
  duration_ms integer     not null,
  -- Null when no answer came; `problem` then says why.
  http_status integer,
  answer_head text        not null default '',
  problem     text        not null default '',
  primary key (client_id, request_id, attempt)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0.02);

-- The last test call to each receiver, and to which address it went.
create table callback_tests (
  client_id bigint      primary key,
  url       text        not null,
  accepted  boolean     not null,
  at        timestamptz not null
);

-- The result of a request that its client is told, with its sealed body.
create table callbacks (
  client_id       bigint      not null,
  request_id      bigint      not null,
  -- Same for every attempt, so that a receiver can recognise a repeat (Standard Webhooks).
  message_id      uuid        not null,
  url             text        not null,
  format          text        not null check (format in ('form', 'json')),
  -- The very bytes to send, settled when announced. Sealed, because they hold the gift page's link.
  body            bytea       not null,
  state           text        not null check (state in ('due', 'accepted', 'abandoned')),
  due_at          timestamptz not null,
  attempts        integer     not null default 0,
  claim_id        uuid,
  leased_until    timestamptz,
  announced_at    timestamptz not null,
  ended_at        timestamptz,
  -- How many of the eight attempts are spent since the callback was announced or last replayed. `attempts` counts every
  -- claim and numbers the attempts for good, so it can't be set back.
  tries           integer     not null default 0 check (tries between 0 and 8),
  -- How the last attempt ended, so that a list reads one table. Null: none was made, or before this column.
  last_status     integer,
  last_problem    text,
  -- How much of the time that a test order's clock was moved is left for further repeats.
  ahead_seconds   integer,
  settled_at      timestamptz,
  settled_by      text,
  settled_because text,
  primary key (client_id, request_id),
  constraint ended_when_over check ((state = 'due') = (ended_at is null))
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_cost_limit=2000, autovacuum_analyze_scale_factor=0.02);
create index callbacks_due on callbacks (client_id, due_at) with (deduplicate_items=off) where state = 'due';
create index callbacks_abandoned on callbacks (ended_at) where state = 'abandoned';
-- A client's failed callbacks by when they ended, to be listed and sent again.
create index callbacks_failed_of_client on callbacks (client_id, ended_at, request_id) where state = 'abandoned';
-- Callbacks given up, over all clients, by when.
create index callbacks_failed_of_all on callbacks (ended_at, request_id) where state = 'abandoned';
-- The operator's list of callbacks over all clients that wait for a repeat; one accepted at once never enters it.
create index callbacks_repeating on callbacks (due_at, request_id) where (state = 'due') and (tries > 0);
create index callbacks_waiting on callbacks (ended_at) where (state = 'abandoned') and ((settled_at is null) or (settled_at < ended_at));
create index callbacks_waiting_of_client on callbacks (client_id, ended_at) where (state = 'abandoned') and ((settled_at is null)
  or (settled_at < ended_at));

-- Receivers that left a callback unaccepted after its last attempt, one row per client; a digest says when one accepts again.
create table failed_receivers (
  client_id    bigint      primary key,
  failed_at    timestamptz not null,
  -- Its first accepted callback since then; null: none yet.
  recovered_at timestamptz
);
