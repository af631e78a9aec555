-- What a supplier sold, by time: for its lists and its days.
create index codes_sold on codes (supplier_id, sold_at, id) where sold_at is not null;

-- The days on which something of a supplier was sold or redeemed (Moscow time). A row is its own job: due, it is counted again.
create table supplier_day_spans (
  supplier_id bigint not null,
  day         date   not null,
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
