-- Two mailboxes may have folders of one name: the place in each is kept by what the mailbox is for.
update mailbox_folders set name = 'codes:' || name;

-- Sent letters that nobody has said a word about yet.
create index deliveries_without_report on deliveries (sent_at) where state = 'sent' and report is null and channel = 'email';
