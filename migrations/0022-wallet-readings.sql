-- A code that is put in a phone's wallet is read as it is for a page or a PDF.
alter table code_readings drop constraint code_readings_reader_check;
alter table code_readings add constraint code_readings_reader_check
  check (reader in ('client-api', 'gift-page', 'pdf', 'letter', 'wallet', 'supplier'));
