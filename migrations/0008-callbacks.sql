create table callbacks (
  client_id    bigint      not null,
  request_id   bigint      not null,
  -- Same for every attempt, so that a receiver can recognise a repeat (Standard Webhooks).
  message_id   uuid        not null,
  url          text        not null,
  format       text        not null check (format in ('form', 'json')),
  -- The very bytes to send, settled when announced. Sealed, because they hold the gift page's link.
  body         bytea       not null,
  state        text        not null check (state in ('due', 'accepted', 'abandoned')),
  due_at       timestamptz not null,
  attempts     integer     not null default 0,
  claim_id     uuid,
  leased_until timestamptz,
  announced_at timestamptz not null,
  ended_at     timestamptz,
  primary key (client_id, request_id),
  constraint ended_when_over check ((state = 'due') = (ended_at is null))
);
create index callbacks_due on callbacks (due_at) where state = 'due';

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
);
