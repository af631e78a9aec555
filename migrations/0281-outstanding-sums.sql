-- What is left of certificates that are used in parts or exchanged, counted by a worker: no page reads all certificates.
create table outstanding_sums (
  supplier_id   bigint  not null,
  product_id    bigint  not null,
  client_id     bigint  not null,
  -- The month in which they expire, Moscow time, as YYYY-MM; empty: they never do.
  lapses        text    not null,
  certificates  bigint  not null check (certificates > 0),
  face_kopecks  bigint  not null,
  taken_kopecks bigint  not null,
  primary key (supplier_id, product_id, client_id, lapses),
  constraint something_is_left check (taken_kopecks between 0 and face_kopecks - 1)
);
create index outstanding_sums_of_client on outstanding_sums (client_id);

-- Suppliers with such certificates, and when theirs are counted again.
create table outstanding_counts (
  supplier_id bigint      primary key,
  -- Null: not yet.
  counted_at  timestamptz,
  due_at      timestamptz not null
);
