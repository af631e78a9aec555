-- Keys with which every order is a test order (docs/decisions/0073). They have a table of their own: a process of the version
-- before, which knows nothing of them, then refuses their signatures and does not take them for live ones.
create table client_test_keys (
  client_id  bigint      not null references clients,
  version    integer     not null,
  secret     bytea       not null,
  created_at timestamptz not null,
  retires_at timestamptz,
  primary key (client_id, version)
);

-- What a client has chosen for orders placed with its test keys; without a row, what stands here as default.
create table client_sandboxes (
  client_id    bigint primary key,
  -- Where their callbacks go: they are caught here, go where live ones do, or to an address of their own.
  callbacks    text   not null default 'inbox' check (callbacks in ('inbox', 'live', 'own')),
  callback_url text,
  -- How caught callbacks are answered.
  inbox_answer text   not null default 'ok'
    check (inbox_answer in ('ok', 'line-break', 'other-body', 'status-500', 'timeout', 'refused')),
  -- Scripted outcomes: the id of a product to the script of its test orders.
  outcomes     jsonb  not null default '{}',
  constraint own_has_url check (callbacks <> 'own' or callback_url is not null)
);

-- Of test orders: the script that their product has in the sandbox, and by how many seconds their clock is ahead.
alter table requests add column test_script text, add column test_ahead_seconds integer;
-- How much of the time that a test order's clock was moved is left for further repeats.
alter table callbacks add column ahead_seconds integer;
