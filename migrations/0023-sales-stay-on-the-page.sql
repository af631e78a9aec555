-- Selling a code of the pool changes no indexed column and finds room on its own page, so that it writes no index at
-- all (a heap-only update), whatever the size of the vault (decision 1). What an index on the sale told before is told
-- by a row of its own, written when the code is sold and gone when its work is done.
drop index codes_by_order;
drop index codes_unlisted;
drop index codes_inactive;
alter table codes set (fillfactor = 45);

-- Sold codes that have no place in their supplier's used export yet.
create table unlisted_codes (
  supplier_id bigint not null,
  code_id     bigint not null,
  primary key (supplier_id, code_id)
);
insert into unlisted_codes select supplier_id, id from codes where state = 'sold' and listed_at is null;

-- Inactive codes by their place in the pool: those behind next_position have been passed by the sale.
create index codes_inactive on codes (supplier_id, product_id, face_kopecks, position) where not active;
