-- Existing client programs read `sum` and `face` as whole numbers; kopecks are for clients that ask for them.
alter table clients add column prices_in_kopecks boolean not null default false;
