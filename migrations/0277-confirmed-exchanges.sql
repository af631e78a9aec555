-- How much of a choice certificate its link alone may take. What goes beyond it is confirmed by a code that is sent to where the certificate went.
-- Null: all of it.
alter table products add column confirm_above_kopecks bigint default 300000;
alter table products add constraint confirm_not_below_zero check (confirm_above_kopecks >= 0) not valid;

-- The last such code of each certificate, which is computed and not stored.
create table confirmation_codes (
  client_id  bigint      not null,
  -- The order of the choice certificate.
  request_id bigint      not null,
  -- That of its message.
  round      integer     not null,
  -- The number of the exchange that it confirms.
  step       integer     not null,
  asked_at   timestamptz not null,
  expires_at timestamptz not null,
  wrong      integer     not null default 0,
  -- How many were sent on this day, Moscow time.
  day        date        not null,
  sent       integer     not null,
  primary key (client_id, request_id)
);

-- confirmation: a code with which the holder confirms an exchange.
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check
  check (kind in ('certificate', 'notice', 'receipt', 'reminder', 'confirmation')) not valid;
