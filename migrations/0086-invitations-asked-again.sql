-- Who invited, to be written when the invitation has expired and is asked for again; null: a command did.
alter table invitations add column invited_by_id bigint;
-- Once a day at the most, whoever opens the link.
alter table invitations add column asked_again_at timestamptz;

alter table person_mails drop constraint person_mails_kind_check;
alter table person_mails add constraint person_mails_kind_check
  check (kind in ('invitation', 'asked-again', 'recovery', 'changed'));
alter table person_mails drop constraint about_one_thing;
alter table person_mails add constraint about_one_thing check (
  (kind in ('invitation', 'asked-again'))
    = (side is not null and party_id is not null and invitation_id is not null and round is not null)
  and (kind = 'recovery') = (recovery_id is not null)
  and (kind = 'changed') = (change is not null));
