-- What the recipient gets: code, face, validity, names, version of the look.
create table certificates (
  client_id        bigint      not null,
  request_id       bigint      not null,
  order_id         bigint      not null,
  product_id       bigint      not null,
  supplier_id      bigint      not null,
  -- Null for a test order: it shows canned values and no code of the vault.
  code_id          bigint,
  face_kopecks     bigint      not null,
  issued_at        timestamptz not null,
  expires_at       timestamptz,
  -- SHA-256 of the gift page's token; the token itself is never stored.
  token_hash       bytea       not null,
  sender_email     text        not null,
  sender_name      text        not null,
  recipient_name   text        not null,
  greeting         text        not null,
  template_version integer,
  primary key (client_id, request_id)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0.02);
create index certificates_by_token on certificates (token_hash);
-- A settlement reads what happened in its period, not the whole history of a supplier. Both rise with time: an issued order adds
-- to their ends.
create index certificates_issued on certificates (supplier_id, issued_at);
create index certificates_expiring on certificates (supplier_id, expires_at) where expires_at is not null;

-- What was seen of a recipient's doing: the first and the last time, and how often.
create table gift_events (
  client_id  bigint      not null,
  request_id bigint      not null,
  kind       text        not null check (kind in ('opened', 'revealed', 'pdf', 'wallet', 'received')),
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  times      bigint      not null check (times > 0),
  primary key (client_id, request_id, kind)
);
