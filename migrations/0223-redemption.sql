-- The same for each client, all products together.
create table outstanding_clients (
  supplier_id   bigint not null,
  client_id     bigint not null,
  certificates  bigint not null,
  face_kopecks  bigint not null,
  taken_kopecks bigint not null,
  primary key (supplier_id, client_id)
);

-- Suppliers with such certificates, and when theirs are counted again.
create table outstanding_counts (
  supplier_id bigint      primary key,
  -- Null: not yet.
  counted_at  timestamptz,
  due_at      timestamptz not null
);

-- The same for all clients together, and for each client: the operator's page reads these few rows.
create table outstanding_products (
  supplier_id   bigint not null,
  product_id    bigint not null,
  lapses        text   not null,
  certificates  bigint not null,
  face_kopecks  bigint not null,
  taken_kopecks bigint not null,
  primary key (supplier_id, product_id, lapses)
);

-- What is left of certificates that are used in parts or exchanged, counted by a worker: no page reads all certificates.
create table outstanding_sums (
  supplier_id   bigint not null,
  product_id    bigint not null,
  client_id     bigint not null,
  -- The month in which they expire, Moscow time, as YYYY-MM; empty: they never do.
  lapses        text   not null,
  certificates  bigint not null check (certificates > 0),
  face_kopecks  bigint not null,
  taken_kopecks bigint not null,
  primary key (supplier_id, product_id, client_id, lapses),
  constraint something_is_left check (taken_kopecks >= 0 and taken_kopecks <= (face_kopecks - 1))
);
create index outstanding_sums_of_client on outstanding_sums (client_id);

-- A code was accepted at a till: one row a code, for good.
create table redemptions (
  supplier_id     bigint      not null,
  code_id         bigint      not null,
  -- What the till writes down; says that this till alone has accepted the code.
  transaction     text        not null,
  idempotency_key text,
  -- The till page's user; null for the supplier's own till software.
  till_user_id    bigint,
  -- Where it happened, in the supplier's words.
  till            text        not null,
  redeemed_at     timestamptz not null,
  -- A supplier may take back a certificate that one of its tills accepted; the row stays, and says so.
  taken_back_at   timestamptz,
  -- Who redeemed at the till page, where it was not a cashier with a login of the shop: a person signed in by e-mail.
  person_id       bigint,
  undone_at       timestamptz,
  -- As the audit names who did it, and how they were called then.
  undone_by       text,
  undone_by_name  text,
  undo_reason     text,
  shop_id         bigint,
  -- 0: it was redeemed whole, or this was the last part; the others of a code are counted from 1. Of each number one is in force, so that a code
  -- is used up once.
  part            integer     not null default 0,
  -- What the part took, and what it left then; null: the whole was redeemed at once.
  amount_kopecks  bigint,
  left_kopecks    bigint,
  primary key (supplier_id, transaction),
  constraint one_code_a_key unique (supplier_id, idempotency_key),
  constraint undone_whole check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_by_name is null)
    and (undone_at is null) = (undo_reason is null)),
  constraint undone_or_taken_back check (undone_at is null or taken_back_at is null),
  constraint part_with_amount check (part = 0 and amount_kopecks is null and left_kopecks is null or part >= 0
    and amount_kopecks is not null and amount_kopecks > 0 and left_kopecks is not null and left_kopecks >= 0)
);
create index redemptions_of_till on redemptions (supplier_id, till_user_id, redeemed_at) where till_user_id is not null;
create index redemptions_of_person on redemptions (supplier_id, person_id, redeemed_at) where person_id is not null;
create index undone_redemptions on redemptions (supplier_id, code_id) where undone_at is not null;
-- The lists of a supplier, by time.
create index redemptions_by_time on redemptions (supplier_id, redeemed_at, transaction);
create index redemptions_taken_back on redemptions (supplier_id, taken_back_at) where taken_back_at is not null;
create unique index one_redemption_a_part on redemptions (supplier_id, code_id, part) where undone_at is null;

-- The days on which something of a supplier was sold or redeemed (Moscow time). A row is its own job: due, it is counted again.
create table supplier_day_spans (
  supplier_id bigint      not null,
  day         date        not null,
  -- Null: nothing of this day changes any more.
  due_at      timestamptz,
  primary key (supplier_id, day)
);
create index supplier_day_spans_due on supplier_day_spans (due_at) where due_at is not null;

-- Certificates of a day by product and face. `redeemed` are in force; `undone` were redeemed that day and undone since.
create table supplier_days (
  supplier_id  bigint not null,
  day          date   not null,
  product_id   bigint not null,
  face_kopecks bigint not null,
  sold         bigint not null,
  redeemed     bigint not null,
  undone       bigint not null,
  primary key (supplier_id, day, product_id, face_kopecks)
);

-- What a supplier has set for its tills; without a row the defaults of redemption/till-settings.ts hold.
create table till_settings (
  supplier_id  bigint  primary key references suppliers,
  -- How long a redemption can be undone; 0: never.
  undo_minutes integer not null,
  constraint undone_within_a_day check (undo_minutes between 0 and 1440)
);

-- A shift ends when a cashier closes it; it began when the one before ended.
create table till_shifts (
  supplier_id  bigint      not null,
  id           bigint      generated by default as identity,
  -- Who: one of the two.
  till_user_id bigint,
  person_id    bigint,
  began_at     timestamptz not null,
  ended_at     timestamptz not null,
  primary key (supplier_id, id),
  constraint of_one_cashier check ((till_user_id is null) <> (person_id is null)),
  constraint shift_with_time check (began_at < ended_at)
);
-- Whoever closes twice at once closes once.
create unique index shifts_of_cashier on till_shifts (supplier_id, till_user_id, began_at) where till_user_id is not null;
create unique index shifts_of_person on till_shifts (supplier_id, person_id, began_at) where person_id is not null;
