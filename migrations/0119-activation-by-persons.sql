-- A person of the supplier confirms rows on a page; the audit says who.
alter table activation_rows drop constraint activation_rows_confirmed_by_check;
alter table activation_rows add constraint activation_rows_confirmed_by_check
  check (confirmed_by in ('link', 'reply', 'operator', 'person'));
create index activation_letters_unanswered on activation_letters (supplier_id, id) where answered_at is null;
