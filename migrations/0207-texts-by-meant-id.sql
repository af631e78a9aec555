-- without a transaction
-- A receipt may write the id of its text in other letters or with other zeros than the answer did: see src/messaging/texts/find-text.ts.
create index concurrently if not exists text_parts_by_meant_id on text_parts (provider, regexp_replace(lower(message_id collate "C"), '^(0x)?0*', ''));
drop index concurrently if exists text_parts_by_message;
