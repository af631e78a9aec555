-- `order_id`, as clients know it; a test order has none of it.
create sequence order_ids start 10000001;

-- `id` of a request, as clients know it.
create sequence request_ids start 3500001;

-- Orders that holders of choice certificates have chosen. Each is paid by the balance of its certificate (`codes.taken_kopecks`), not by the funds
-- of its client, so its `requests.sum_kopecks` is 0. An order that ends without a certificate, or is refunded, gives its part back.
create table exchanged_orders (
  client_id        bigint      not null,
  request_id       bigint      not null,
  -- The order of the choice certificate, of the same client.
  card_request_id  bigint      not null,
  -- The exchanges of a certificate are counted from 1, and so are the lines of each: none is made twice.
  step             integer     not null check (step > 0),
  line             integer     not null check (line > 0),
  -- What it took of the balance: the face of the order.
  kopecks          bigint      not null check (kopecks > 0),
  exchanged_at     timestamptz not null,
  given_back_at    timestamptz,
  -- The code of the choice certificate; null: it is that of a test order, and has none.
  supplier_id      bigint,
  code_id          bigint,
  -- What a client got back for an order that was refunded after the choice certificate that has paid it. The balance of that stays as it was then.
  returned_kopecks bigint,
  primary key (client_id, request_id),
  constraint code_is_whole check ((supplier_id is null) = (code_id is null)),
  constraint one_order_a_line unique (client_id, card_request_id, step, line),
  constraint returned_once_given_back check (returned_kopecks is null or returned_kopecks >= 0 and given_back_at is not null)
);

-- Duplicate protection: the parameters behind each uuid, kept as long as the request.
create table idempotency (
  client_id  bigint not null,
  uuid       text   not null,
  parameters bytea  not null,
  request_id bigint not null,
  primary key (client_id, uuid)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0.02);

-- Orders that a person placed on a page; those of programs have no row.
create table order_authors (
  client_id  bigint not null,
  request_id bigint not null,
  person_id  bigint,
  name       text,
  bulk_id    bigint,
  primary key (client_id, request_id),
  constraint person_with_name check ((person_id is null) = (name is null)),
  constraint person_or_bulk check (person_id is not null or bulk_id is not null)
);
create index order_authors_by_person on order_authors (client_id, person_id, request_id) where person_id is not null;

-- Service comments that a person has changed in the cabinet. The request keeps what was ordered: the client API answers that.
create table order_comments (
  client_id       bigint      not null,
  request_id      bigint      not null,
  comment         text        not null check (length(comment) <= 512),
  changed_at      timestamptz not null,
  -- As the person was called then.
  changed_by_name text        not null,
  primary key (client_id, request_id)
);

-- The days on which a client ordered (by acceptance, Moscow time). A row is its own job: due, it is counted again.
create table order_day_spans (
  client_id     bigint      not null,
  day           date        not null,
  first_request bigint      not null,
  last_request  bigint      not null,
  -- Not ended when last counted.
  open_orders   bigint      not null,
  -- Issued orders by the time from acceptance to certificate.
  within_5_s    bigint      not null,
  within_1_min  bigint      not null,
  within_1_h    bigint      not null,
  slower        bigint      not null,
  -- Null: nothing of this day changes any more.
  due_at        timestamptz,
  primary key (client_id, day) include (first_request, last_request, open_orders, within_5_s, within_1_min, within_1_h, slower)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create index order_day_spans_due on order_day_spans (due_at) where due_at is not null;

-- Orders of a day by product and outcome; test orders are left out. The code of an error, else 0.
create table order_days (
  client_id   bigint  not null,
  day         date    not null,
  product_id  bigint  not null,
  outcome     text    not null check (outcome in ('open', 'issued', 'failed', 'cancelled')),
  error_code  integer not null,
  orders      bigint  not null,
  sum_kopecks bigint  not null,
  primary key (client_id, day, product_id, outcome, error_code) include (orders, sum_kopecks)
);

-- Keyed hashes of what an order is looked for by: the recipient's mail and phone, the client's own identifier.
create table order_terms (
  client_id  bigint not null,
  term       bigint not null,
  request_id bigint not null,
  primary key (term, client_id, request_id)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0.02);

-- How far the orders of a client have been read for order_terms.
create table order_terms_read (
  client_id    bigint primary key,
  last_request bigint not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);

-- Letters with the report of a week, of versions before `letters_to_clients`.
create table report_mails (
  client_id    bigint      not null,
  id           bigint      generated by default as identity,
  address      text        not null,
  language     text        not null check (language in ('ru', 'en')),
  -- JSON of what was counted: numbers, sums and titles of products.
  report       text        not null,
  state        text        not null check (state in ('due', 'sent', 'failed')),
  due_at       timestamptz not null,
  attempts     integer     not null default 0,
  claim_id     uuid,
  leased_until timestamptz,
  last_error   text        not null default '',
  sent_at      timestamptz,
  primary key (client_id, id),
  constraint sent_has_instant check ((state = 'sent') = (sent_at is not null))
);
create index report_mails_due on report_mails (due_at) where state = 'due';

-- Whose request a number is, filed behind acceptance with the terms of search. The number leads: it is all that is known.
create table request_clients (
  request_id bigint not null,
  client_id  bigint not null,
  primary key (request_id, client_id)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_analyze_scale_factor=0.02);

-- The row is its own job: `queued` and due means work. See src/orders/states.ts for the life of a request.
create table requests (
  client_id          bigint      not null,
  id                 bigint      not null,
  state              text        not null check (state in ('queued', 'obtaining', 'delayed', 'issued', 'failed', 'cancelled')),
  testmode           boolean     not null,
  product_id         bigint      not null,
  supplier_id        bigint      not null,
  face_kopecks       bigint      not null check (face_kopecks > 0),
  sum_kopecks        bigint      not null,
  uuid               text        not null,
  service_code       text        not null,
  comment            text        not null,
  external_id        text        not null,
  email_from         text        not null,
  email_to           text        not null,
  sender_name        text        not null,
  recipient_name     text        not null,
  to_phone           text        not null,
  greeting           text        not null,
  delivery_type      text        not null check (delivery_type in ('email', 'sms', 'link', 'download', 'code')),
  date_send          timestamptz,
  -- Where the outcome is told, and in which form; settled when the request is accepted.
  callback_url       text,
  callback_format    text        not null check (callback_format in ('form', 'json')),
  accepted_at        timestamptz not null,
  ttl_at             timestamptz,
  due_at             timestamptz not null,
  ended_at           timestamptz,
  order_id           bigint,
  expires_at         timestamptz,
  error_code         integer,
  error_text         text,
  -- An issued certificate that nobody has used may be taken back: its code is blocked, its sum returned to the client.
  refunded_at        timestamptz,
  -- The lot of which a code is promised to a queued request. Null: none is, or it has been given its code.
  promised_lot       date,
  -- A brand's monthly limit is promised when an order is accepted, or woken: the order then has a share in that month's use
  -- until it ends without a certificate. Null: it has none, for its brand had no limit or it waits for a code.
  limit_month        date,
  -- When the recipient's data was erased for the first time.
  erased_at          timestamptz,
  -- Of test orders: the script that their product has in the sandbox, and by how many seconds their clock is ahead.
  test_script        text,
  test_ahead_seconds integer,
  -- What a gift link is computed of besides its ids, drawn when the certificate is issued. Null: it was issued before, and its link is computed of the ids alone.
  link_salt          bigint,
  primary key (client_id, id),
  constraint ended_when_over check ((state in ('issued', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint order_when_issued check ((state = 'issued') = (order_id is not null)),
  constraint error_when_without check ((state in ('failed', 'cancelled')) = (error_code is not null)),
  constraint refunded_once_issued check (refunded_at is null or state = 'issued' and not testmode),
  constraint sum_not_negative check (sum_kopecks >= 0)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_cost_limit=2000, autovacuum_analyze_scale_factor=0.02);
create index requests_due on requests (due_at) where state = 'queued';
create index requests_delayed on requests (product_id, face_kopecks, accepted_at) where state = 'delayed';
create index requests_ttl on requests (ttl_at) where (state in ('queued', 'delayed')) and (ttl_at is not null);
create index requests_by_order on requests (order_id) where order_id is not null;
create index requests_delayed_until on requests (due_at) where state = 'delayed';
create index requests_refunded on requests (supplier_id, refunded_at) where refunded_at is not null;
-- Orders in rare states are found without reading all others. Normal orders never enter this index.
create index requests_rare on requests (client_id, state, id) where state in ('delayed', 'failed', 'cancelled');
-- Orders in rare states over all clients, newest first; normal orders never enter this index.
create index requests_rare_of_all on requests (state, id) where state in ('delayed', 'failed', 'cancelled');

-- Weeks of which a client was told, by their Mondays. The row is written with its letters: once, or not at all.
create table weekly_reports (
  client_id bigint      not null,
  week      date        not null check (EXTRACT(isodow from week) = 1::numeric),
  made_at   timestamptz not null,
  primary key (client_id, week)
);
