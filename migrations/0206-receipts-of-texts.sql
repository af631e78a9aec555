-- A receipt may write the id of its text to another base, and name phones: see src/messaging/texts/find-text.ts.
alter table text_receipts
  -- What the id may mean if it is a number to another base.
  add column other_ids text[] not null default '{}',
  -- Fingerprints of the phones it names: it counts for a text to one of them alone.
  add column phone_hashes text[] not null default '{}';
