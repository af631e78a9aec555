-- without a transaction
-- Mails that have not left the mailbox yet.
create index concurrently if not exists mails_in_mailbox on mails (id) where uid is not null;
