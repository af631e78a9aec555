-- Rows that each batch of orders changes are found at the newest end of an index, whatever versions of them an old snapshot keeps
-- (docs/decisions/0099). A version of the program before this one leaves the generation as it is.
alter table accounts add column generation bigint not null default 0;
alter table stock add column generation bigint not null default 0;
alter table stock_available add column generation bigint not null default 0;
alter table brand_usage add column generation bigint not null default 0;
