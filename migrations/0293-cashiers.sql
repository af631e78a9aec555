-- A cashier is a person that signs in with the login of a till (`kassa-1@501`) instead of an e-mail address, with one membership. `till_users` stays
-- for processes of the version before, which sign in cashiers by it and can't change it any more; a later migration drops it, with `till_sessions`.
alter table till_users add constraint cashiers_are_persons check (false) not valid;
-- The platform made the password, and it must be changed at the first sign-in.
alter table persons add column one_time_password boolean not null default false;
-- What the supplier calls the cashier; null: whoever it is signs in by e-mail.
alter table memberships add column till_name text;
comment on column memberships.till_name is 'person';
-- Redemptions and shifts of before name the cashier by this number.
alter table memberships add column till_user_id bigint;
insert into persons (email, name, language, password_hash, one_time_password, created_at)
select name || '@' || supplier_id, name, 'ru', password_hash, one_time, created_at from till_users;
insert into memberships (person_id, side, party_id, role, created_at, shop_id, till_name, till_user_id)
select p.id, 'supplier', u.supplier_id, 'cashier', u.created_at, u.shop_id, u.name, u.id
from till_users u join persons p on p.email = u.name || '@' || u.supplier_id;
alter table memberships add constraint former_cashier foreign key (party_id, till_user_id) references till_users not valid;
