-- The codes whose fingerprints are of before look-alikes and unseen signs were known: those of a supplier up to `last_id`. Each is opened once and
-- compared again, from `compared_to` on (src/vault/numbers); then the row goes.
create table uncompared_codes (
  supplier_id bigint primary key,
  compared_to bigint not null default 0,
  last_id     bigint not null
);
insert into uncompared_codes (supplier_id, last_id)
select s.id, c.last_id from suppliers s
cross join lateral (select max(id) as last_id from codes where codes.supplier_id = s.id) c
where c.last_id is not null;
