-- Answers that say "issued" but can't be sold as they are: another face or request_id, an expired code, no number.
alter table exchange_attempts drop constraint exchange_attempts_outcome_check;
alter table exchange_attempts add constraint exchange_attempts_outcome_check
  check (outcome in ('done', 'refused', 'unclear', 'unreached', 'wrong'));

create index exchanges_by_deadline on exchanges (deadline_at) where state = 'due';

-- Codes are also opened to be told to their supplier, for activation.
alter table code_readings drop constraint code_readings_reader_check;
alter table code_readings add constraint code_readings_reader_check
  check (reader in ('client-api', 'gift-page', 'pdf', 'letter', 'supplier'));

-- Since when a supplier is called as its adapter and settings say.
alter table suppliers add column agreed_at timestamptz;
