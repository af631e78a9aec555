-- without a transaction
create unique index concurrently if not exists accounts_newest on accounts (client_id, name, generation);
-- Begun otherwise than the primary keys, so that these can't be taken in their place.
create index concurrently if not exists stock_newest on stock (product_id, supplier_id, face_kopecks, ends_on, generation);
create index concurrently if not exists stock_available_newest on stock_available (product_id, supplier_id, face_kopecks, ends_on, generation);
create index concurrently if not exists brand_usage_newest on brand_usage (month, supplier_id, brand_id, generation);
