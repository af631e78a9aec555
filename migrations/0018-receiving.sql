-- Codes for later receipt, by the phone that each was sent to. The code itself is computed (src/delivery/receipt-codes.ts);
-- of the phone only a keyed hash is kept here.
create table receipt_codes (
  client_id   bigint      not null,
  request_id  bigint      not null,
  -- The round of the delivery that carries it: a later one opens the code again, maybe for a corrected phone.
  round       integer     not null,
  phone_hash  bytea       not null,
  expires_at  timestamptz not null,
  -- Spent before a guess is judged, so that guesses at the same moment can't be more than are allowed.
  tries       integer     not null default 0 check (tries between 0 and 5),
  primary key (client_id, request_id)
);
create index receipt_codes_by_phone on receipt_codes (phone_hash, expires_at);

-- What was seen of a recipient's doing: the first and the last time, and how often.
create table gift_events (
  client_id   bigint      not null,
  request_id  bigint      not null,
  kind        text        not null
    check (kind in ('opened', 'revealed', 'pdf', 'wallet', 'received')),
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  times       bigint      not null check (times > 0),
  primary key (client_id, request_id, kind)
);

-- `dropped`: it came to its time and was not sent, since nobody needs it any more; last_error says why.
alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check
  check (state in ('due', 'waiting', 'sent', 'failed', 'over_quota', 'dropped'));
