-- The Moscow day whose quota of test letters this delivery was counted in, so that a repeat is not counted again.
alter table deliveries add column counted_on date;

-- Like callbacks, letters are taken client by client: a mailing of one holds up no other.
drop index deliveries_due;
create index deliveries_due on deliveries (client_id, due_at) where state = 'due';
