-- without a transaction
create index concurrently if not exists mails_read_lately on mails (supplier_id, read_at) where read_ms > 0;
