-- Some approvals let something be seen (a code, an export): once, by whoever asked for it, within a day.
alter table approvals add column taken_at timestamptz;
alter table approvals add constraint taken_when_given check (taken_at is null or state = 'done');
create index approvals_given on approvals (side, party_id, asked_by, decided_at) where state = 'done' and taken_at is null;

-- A person of the operator may look at a code.
alter table code_readings drop constraint code_readings_reader_check;
alter table code_readings add constraint code_readings_reader_check
  check (reader in ('client-api', 'gift-page', 'pdf', 'letter', 'wallet', 'supplier', 'cabinet', 'operator'));
