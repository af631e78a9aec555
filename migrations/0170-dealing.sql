-- Stock over cells (docs/decisions/0077). All of it stays empty on one server.

-- In which cell the code with this number is, and that it is there once.
create table code_places (
  fingerprint bytea    not null,
  supplier_id bigint   not null,
  cell        smallint not null,
  -- The order for which its supplier issued it; null for imported codes.
  request_id  bigint,
  primary key (fingerprint, supplier_id)
);

-- Codes of one product on their way from this cell to another. Nobody can sell them until they have arrived.
create table deals (
  run           bigint generated always as identity primary key,
  to_cell       smallint    not null,
  supplier_id   bigint      not null,
  product_id    bigint      not null,
  sent_at       timestamptz not null
);
create table dealt_codes (
  run          bigint  not null,
  place        integer not null,
  face_kopecks bigint  not null,
  sellable     boolean not null,
  active       boolean not null,
  fingerprint  bytea   not null,
  sealed       bytea   not null,
  expires_at   timestamptz,
  import_id    bigint,
  primary key (run, place)
);

-- The runs that have arrived in this cell: a repeat adds nothing. 0 stands for an import.
create table deals_taken (
  from_cell smallint    not null,
  run       bigint      not null,
  taken_at  timestamptz not null,
  primary key (from_cell, run)
);

-- The same for imported codes on their way to the cells.
create table import_deals (
  run           bigint generated always as identity primary key,
  to_cell       smallint    not null,
  supplier_id   bigint      not null,
  product_id    bigint      not null,
  sent_at       timestamptz not null
);
create table import_codes (
  run          bigint  not null,
  place        integer not null,
  face_kopecks bigint  not null,
  sellable     boolean not null,
  active       boolean not null,
  fingerprint  bytea   not null,
  sealed       bytea   not null,
  expires_at   timestamptz,
  import_id    bigint,
  primary key (run, place)
);

-- What a cell has lately sold of a face; older sales count less and less.
create table shelf_sales (
  supplier_id  bigint           not null,
  product_id   bigint           not null,
  face_kopecks bigint           not null,
  -- How far the positions of its lots had moved when it was counted.
  passed       bigint           not null,
  lately       double precision not null default 0,
  counted_at   timestamptz      not null,
  primary key (supplier_id, product_id, face_kopecks)
);

-- The part of a brand's monthly limits that this cell may use; null on one server.
alter table brand_usage add column orders_share bigint;
alter table brand_usage add column sum_share_kopecks bigint;

-- What the cells together may use of a month's limits. The share in a cell is never above its portion here.
create table limit_portions (
  supplier_id bigint   not null,
  brand_id    bigint   not null,
  month       date     not null,
  cell        smallint not null,
  orders      bigint   not null default 0,
  sum_kopecks bigint   not null default 0,
  primary key (supplier_id, brand_id, month, cell)
);
