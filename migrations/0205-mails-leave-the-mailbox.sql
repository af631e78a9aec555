-- Where a mail is in the mailbox until it is moved out of it: its folder's UIDVALIDITY and its UID there. Null: it came before this was
-- noted, brings nothing of a supplier, or has been moved.
alter table mails
  add column uid_validity text,
  add column uid bigint;
