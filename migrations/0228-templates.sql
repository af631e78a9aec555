-- What the certificates of a product look like, version by version; rows are only added. A version holds the template as
-- it was given and what the product itself said then, so that a sold certificate stays as it was sold. A product has no
-- version as long as its look was never changed; the first change writes two: 1, how it was, and 2, how it is.
create table templates (
  product_id bigint      not null references products,
  version    integer     not null check (version >= 1),
  -- Null: the plain design.
  body       json,
  -- title, brief, picture, terms, barcode_kind, barcode_of
  product    jsonb       not null,
  note       text        not null default '',
  created_at timestamptz not null,
  primary key (product_id, version)
);
