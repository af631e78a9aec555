-- Where a mail lies in the mailbox until it is moved out of it: its folder's UIDVALIDITY and its UID there. Null: it came before this was
-- noted, brings nothing of a supplier, or has been moved.
alter table mails
  add column uid_validity text,
  add column uid bigint,
  add constraint mail_has_place check ((uid is null) = (uid_validity is null));
create index mails_in_mailbox on mails (id) where uid is not null;
