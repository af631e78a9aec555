-- What people look for is found without touching the acceptance of orders: workers fill these tables behind it.

-- Orders in rare states are found without reading all others. Normal orders never enter this index.
create index requests_rare on requests (client_id, state, id) where state in ('delayed', 'failed', 'cancelled');

-- Keyed hashes of what an order is looked for by: the recipient's mail and phone, the client's own identifier.
create table order_terms (
  client_id  bigint not null,
  term       bigint not null,
  request_id bigint not null,
  primary key (client_id, term, request_id)
);

-- How far the orders of a client have been read for order_terms.
create table order_terms_read (
  client_id    bigint not null primary key,
  last_request bigint not null
);

-- The days on which a client ordered (by acceptance, Moscow time). A row is its own job: due, it is counted again.
create table order_day_spans (
  client_id     bigint  not null,
  day           date    not null,
  first_request bigint  not null,
  last_request  bigint  not null,
  -- Not ended when last counted.
  open_orders   bigint  not null,
  -- Issued orders by the time from acceptance to certificate.
  within_5_s    bigint  not null,
  within_1_min  bigint  not null,
  within_1_h    bigint  not null,
  slower        bigint  not null,
  -- Null: nothing of this day changes any more.
  due_at        timestamptz,
  primary key (client_id, day)
);
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
  primary key (client_id, day, product_id, outcome, error_code)
);

-- Orders that a person placed on a page; those of programs have no row.
create table order_authors (
  client_id  bigint not null,
  request_id bigint not null,
  person_id  bigint not null,
  name       text   not null,
  primary key (client_id, request_id)
);
create index order_authors_by_person on order_authors (client_id, person_id, request_id);

-- A person may look at a code in the cabinet.
alter table code_readings drop constraint code_readings_reader_check;
alter table code_readings add constraint code_readings_reader_check
  check (reader in ('client-api', 'gift-page', 'pdf', 'letter', 'wallet', 'supplier', 'cabinet'));
