-- The id under which the catalogue of its supplier names a product, which a later import finds it by; null: it was added
-- here. Until now nobody noted which products were imported, so all that there are stay open to an import.
alter table products
  add column catalog_id bigint,
  -- Columns of getProducts that the operator has set since: an import leaves them as they are.
  add column kept_columns text[] not null default '{}',
  add constraint products_are_named_once_in_a_catalogue unique (supplier_id, catalog_id);
update products set catalog_id = id;

-- Whether the operator added the face or switched it off: an import leaves it as it is.
alter table faces add column kept boolean not null default false;

-- Imported categories had no code.
update categories set code = 'category-' || id where code = '';
