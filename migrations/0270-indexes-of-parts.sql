-- without a transaction
create unique index concurrently if not exists one_redemption_a_part on redemptions (supplier_id, code_id, part) where undone_at is null;
drop index concurrently if exists one_redemption_in_force;
create index concurrently if not exists codes_in_parts on codes (supplier_id, id) where taken_kopecks is not null;
