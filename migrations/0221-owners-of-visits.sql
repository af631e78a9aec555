-- Whose visit to a mailbox it is: one that was killed is ended by another process.
alter table mailbox_folders add column claim_id uuid;
