-- What an outcome, a refusal or a report is about is called its details everywhere.
alter table exchanges rename column words to details;
alter table exchange_attempts rename column words to details;
alter table mail_decisions rename column words to details;
alter table text_receipts rename column words to details;
alter table deliveries rename column report_words to report_details;
alter table pool_drafts rename column sender_check_words to sender_check_details;
