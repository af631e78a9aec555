-- Whether a product can be ordered: it is switched on, and nothing is lacking. Kept by every act that this follows from, so that orders read one column.
-- Null: nobody has judged it yet, as it was added by a version before.
alter table products add column offered boolean;
-- Since when it is so.
alter table products add column offered_since timestamptz;
-- When it could be ordered first; null: never yet.
alter table products add column first_offered_at timestamptz;

-- The last final test of a supplier's scheme of code transfer and activation, as `pool/letter`; one by hand is green once its code was accepted.
create table supplier_tests (
  supplier_id bigint      not null references suppliers,
  scheme      text        not null check (length(scheme) between 1 and 20),
  green       boolean     not null,
  tested_at   timestamptz not null,
  primary key (supplier_id, scheme)
);

-- Products that are offered without a green test of their scheme, on the word of whom, and why. The audit keeps those that are over.
create table product_vouches (
  product_id bigint      primary key references products,
  by_name    text        not null,
  reason     text        not null check (length(reason) between 1 and 500),
  at         timestamptz not null
);
