-- The mail that says that a lasting problem is over: when it had begun. Null: the mail is about one that is there.
alter table digest_mails add column began_at timestamptz;
