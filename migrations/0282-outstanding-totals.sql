-- The same for all clients together, and for each client: the operator's page reads these few rows.
create table outstanding_products (
  supplier_id   bigint  not null,
  product_id    bigint  not null,
  lapses        text    not null,
  certificates  bigint  not null,
  face_kopecks  bigint  not null,
  taken_kopecks bigint  not null,
  primary key (supplier_id, product_id, lapses)
);

create table outstanding_clients (
  supplier_id   bigint  not null,
  client_id     bigint  not null,
  certificates  bigint  not null,
  face_kopecks  bigint  not null,
  taken_kopecks bigint  not null,
  primary key (supplier_id, client_id)
);
