-- With cells: of which lots any cell had a code lately, for what the catalogue shows. Empty on one server, whose stock says it.
create table stocked_lots (
  supplier_id  bigint not null,
  product_id   bigint not null,
  face_kopecks bigint not null,
  ends_on      date   not null,
  primary key (supplier_id, product_id, face_kopecks, ends_on)
);
