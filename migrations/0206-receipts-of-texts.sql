-- A receipt may write the id of its text in other letters, with other zeros or to another base than the answer did: see
-- src/messaging/texts/find-text.ts.
drop index text_parts_by_message;
create index text_parts_by_message on text_parts (provider, regexp_replace(lower(message_id collate "C"), '^(0x)?0*', ''));
alter table text_receipts
  -- What the id may mean if it is a number to another base.
  add column other_ids text[] not null default '{}',
  -- Fingerprints of the phones it names: it counts for a text to one of them alone.
  add column phone_hashes text[] not null default '{}';
