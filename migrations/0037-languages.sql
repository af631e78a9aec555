-- In which language recipients are written to (decision 20): what the client says, else what the product says.
alter table products add column language text not null default 'ru' check (language in ('ru', 'en'));
-- Null: each product's own.
alter table clients add column language text check (language in ('ru', 'en'));
