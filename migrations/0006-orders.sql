create sequence request_ids start with 3500001;
create sequence order_ids start with 10000001;

-- Duplicate protection: the parameters behind each uuid, kept as long as the request.
create table idempotency (
  client_id  bigint not null,
  uuid       text   not null,
  parameters bytea  not null,
  request_id bigint not null,
  primary key (client_id, uuid)
);

-- The row is its own job: `queued` and due means work. See src/orders/states.ts for the life of a request.
create table requests (
  client_id     bigint      not null,
  id            bigint      not null,
  state         text        not null check (state in ('queued', 'delayed', 'issued', 'failed', 'cancelled')),
  testmode      boolean     not null,
  product_id    bigint      not null,
  supplier_id   bigint      not null,
  face_kopecks  bigint      not null check (face_kopecks > 0),
  sum_kopecks   bigint      not null check (sum_kopecks > 0),
  uuid          text        not null,
  service_code  text        not null,
  comment       text        not null,
  external_id   text        not null,
  email_from    text        not null,
  email_to      text        not null,
  sender_name   text        not null,
  recipient_name text       not null,
  to_phone      text        not null,
  greeting      text        not null,
  delivery_type text        not null check (delivery_type in ('email', 'sms', 'link', 'download', 'code')),
  date_send     timestamptz,
  -- Where the outcome is told, and in which form; settled when the request is accepted.
  callback_url    text,
  callback_format text      not null check (callback_format in ('form', 'json')),
  accepted_at   timestamptz not null,
  ttl_at        timestamptz,
  due_at        timestamptz not null,
  ended_at      timestamptz,
  order_id      bigint,
  expires_at    timestamptz,
  error_code    integer,
  error_text    text,
  primary key (client_id, id),
  constraint ended_when_over check ((state in ('issued', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint order_when_issued check ((state = 'issued') = (order_id is not null)),
  constraint error_when_without check ((state in ('failed', 'cancelled')) = (error_code is not null))
);

create index requests_due on requests (due_at) where state = 'queued';
create index requests_delayed on requests (product_id, face_kopecks, accepted_at) where state = 'delayed';
create index requests_delayed_tests on requests (accepted_at) where state = 'delayed' and testmode;
create index requests_ttl on requests (ttl_at) where state in ('queued', 'delayed') and ttl_at is not null;
create index requests_by_order on requests (order_id) where order_id is not null;
