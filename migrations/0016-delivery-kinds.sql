-- A delivery is one message of one kind through one channel. `round` counts how often it was asked for: 1 is the
-- order's own, each resend is one more, so that no earlier row is lost.
alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check (channel in ('email', 'sms'));
alter table deliveries
  -- certificate: the gift itself (letter). notice: tells a phone that the certificate went by e-mail.
  -- receipt: a code for later receipt, for who has only a phone. reminder: the certificate is about to expire.
  add column kind text not null default 'certificate'
    check (kind in ('certificate', 'notice', 'receipt', 'reminder')),
  add column round integer not null default 1 check (round >= 1),
  add column asked_by text not null default 'order' check (asked_by in ('order', 'client', 'operator', 'recipient')),
  add column asked_at timestamptz,
  -- What the world told of a sent message: a bounce or receipt, or that none came in time.
  add column report text check (report in ('delivered', 'undelivered', 'unknown')),
  add column report_words text not null default '',
  add column reported_at timestamptz,
  -- What the provider calls the message in its receipt.
  add column provider_reference text,
  drop constraint deliveries_pkey,
  add primary key (client_id, request_id, channel, kind, round),
  add constraint report_of_sent check (report is null or state = 'sent'),
  add constraint report_has_instant check ((report is null) = (reported_at is null));

-- Each channel is a queue of its own: one that fails holds up no other.
drop index deliveries_due;
create index deliveries_due on deliveries (channel, client_id, due_at) where state = 'due';

-- Whether recipients are reminded 30 and 3 days before their certificate expires.
alter table products add column remind_before_expiry boolean not null default false;

-- The version of the product's template in force, and the one a certificate was sold with; null: the plain design.
alter table products add column template_version integer;
alter table certificates add column template_version integer;
