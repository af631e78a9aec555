create table certificates (
  client_id      bigint      not null,
  request_id     bigint      not null,
  order_id       bigint      not null,
  product_id     bigint      not null,
  supplier_id    bigint      not null,
  -- Null for a test order: it shows canned values and no code of the vault.
  code_id        bigint,
  face_kopecks   bigint      not null,
  issued_at      timestamptz not null,
  expires_at     timestamptz,
  -- SHA-256 of the gift page's token; the token itself is never stored.
  token_hash     bytea       not null,
  sender_email   text        not null,
  sender_name    text        not null,
  recipient_name text        not null,
  greeting       text        not null,
  primary key (client_id, request_id)
);
create index certificates_by_token on certificates (token_hash);

create table deliveries (
  client_id    bigint      not null,
  request_id   bigint      not null,
  channel      text        not null check (channel in ('email')),
  address      text        not null,
  testmode     boolean     not null,
  state        text        not null check (state in ('due', 'sent', 'failed', 'over_quota')),
  due_at       timestamptz not null,
  attempts     integer     not null default 0,
  claim_id     uuid,
  leased_until timestamptz,
  last_error   text        not null default '',
  sent_at      timestamptz,
  primary key (client_id, request_id, channel),
  constraint sent_has_instant check ((state = 'sent') = (sent_at is not null))
);
create index deliveries_due on deliveries (due_at) where state = 'due';

-- Letters of test orders, counted per client and Moscow day.
create table test_letters (
  client_id bigint  not null,
  day       date    not null,
  letters   integer not null,
  primary key (client_id, day)
);
