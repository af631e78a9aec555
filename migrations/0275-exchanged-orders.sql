-- Orders that holders of choice certificates have chosen. Each is paid by the balance of its certificate (`codes.taken_kopecks`), not by the funds
-- of its client, so its `requests.sum_kopecks` is 0. An order that ends without a certificate, or is refunded, gives its part back.
create table exchanged_orders (
  client_id       bigint      not null,
  request_id      bigint      not null,
  -- The order of the choice certificate, of the same client.
  card_request_id bigint      not null,
  -- The exchanges of a certificate are counted from 1, and so are the lines of each: none is made twice.
  step            integer     not null check (step > 0),
  line            integer     not null check (line > 0),
  -- What it took of the balance: the face of the order.
  kopecks         bigint      not null check (kopecks > 0),
  exchanged_at    timestamptz not null,
  given_back_at   timestamptz,
  -- The code of the choice certificate; null: it is that of a test order, and has none.
  supplier_id     bigint,
  code_id         bigint,
  primary key (client_id, request_id),
  constraint one_order_a_line unique (client_id, card_request_id, step, line),
  constraint code_is_whole check ((supplier_id is null) = (code_id is null))
);

alter table requests drop constraint requests_sum_kopecks_check;
alter table requests add constraint sum_not_negative check (sum_kopecks >= 0) not valid;
