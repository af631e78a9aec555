-- Leads are told who else came to lead, and of new keys, addresses and networks of their party.
alter table person_mails add column detail text not null default '';
alter table person_mails add column by_name text not null default '';
alter table person_mails drop constraint person_mails_kind_check;
alter table person_mails add constraint person_mails_kind_check
  check (kind in ('invitation', 'asked-again', 'recovery', 'changed', 'access')) not valid;
alter table person_mails drop constraint about_one_thing;
alter table person_mails add constraint about_one_thing check (
  (kind in ('invitation', 'asked-again')) = (invitation_id is not null and round is not null)
  and (kind in ('invitation', 'asked-again', 'access')) = (side is not null and party_id is not null)
  and (kind = 'recovery') = (recovery_id is not null)
  and (kind in ('changed', 'access')) = (change is not null)) not valid;
