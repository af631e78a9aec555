-- Callbacks given up, over all clients, by when.
create index callbacks_failed_of_all on callbacks (ended_at, request_id) where state = 'abandoned';
-- Payments and their reversals, over all clients, by when they were booked.
create index transfers_of_payments on transfers (at, id) where kind in ('top_up', 'chargeback');
