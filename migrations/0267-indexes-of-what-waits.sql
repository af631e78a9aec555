-- without a transaction
-- What waits for a decision, without what was settled.
create index concurrently if not exists deliveries_failed_waiting on deliveries (due_at)
  where state = 'failed' and not testmode and (settled_at is null or settled_at < due_at);
create index concurrently if not exists deliveries_returned_waiting on deliveries (reported_at)
  where report = 'undelivered' and not testmode and (settled_at is null or settled_at < reported_at);
create index concurrently if not exists callbacks_waiting on callbacks (ended_at)
  where state = 'abandoned' and (settled_at is null or settled_at < ended_at);
create index concurrently if not exists callbacks_waiting_of_client on callbacks (client_id, ended_at)
  where state = 'abandoned' and (settled_at is null or settled_at < ended_at);
create index concurrently if not exists top_up_requests_waiting on top_up_requests (asked_at)
  where withdrawn_at is null and booked_at is null and settled_at is null;
create index concurrently if not exists activation_letters_waiting on activation_letters (made_at)
  where answered_at is null and settled_at is null;
create index concurrently if not exists mail_decisions_waiting on mail_decisions (mail_id)
  where decision = 'unclear' and settled_at is null;
