-- Set right before a text is handed over, in a commit of its own: who finds it on a delivery whose lease ran out knows
-- that the text may have gone, and never sends it again.
alter table deliveries add column submitting_at timestamptz;

-- Texts of test orders have a quota of their own.
alter table test_letters
  add column channel text not null default 'email' check (channel in ('email', 'sms')),
  drop constraint test_letters_pkey,
  add primary key (client_id, day, channel);
alter table test_letters alter column channel drop default;

-- A long text travels in parts, and each has its own receipt. `provider` and `message_id` are what a receipt names.
create table text_parts (
  client_id  bigint      not null,
  request_id bigint      not null,
  kind       text        not null,
  round      integer     not null,
  part       integer     not null check (part >= 1),
  of_parts   integer     not null,
  provider   text        not null,
  message_id text        not null,
  sent_at    timestamptz not null,
  report     text check (report in ('delivered', 'undelivered')),
  primary key (client_id, request_id, kind, round, part)
);
create index text_parts_by_message on text_parts (provider, message_id);
create index text_parts_by_age on text_parts (sent_at);

-- Receipts as they came; each is gone once its part is found, for it may overtake the answer that names the part.
create table text_receipts (
  id          bigint generated always as identity primary key,
  provider    text        not null,
  message_id  text        not null,
  report      text        not null check (report in ('delivered', 'undelivered')),
  words       text        not null,
  received_at timestamptz not null,
  -- When to look again for the part.
  due_at      timestamptz not null
);
create index text_receipts_due on text_receipts (due_at);
create index text_receipts_by_age on text_receipts (received_at);

-- Texts whose fate is not told yet, the oldest first.
create index deliveries_unreported on deliveries (sent_at)
  where channel = 'sms' and state = 'sent' and report is null;
