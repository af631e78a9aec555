-- without a transaction
-- Each phase of an order is booked once. An index for each phase, by requests: their numbers rise, so a transfer is added to the end of
-- its index, which costs one page however many orders there are. An index of all phases by clients was twice as large and had as
-- many ends as there are clients.
create unique index concurrently if not exists transfers_held_once on transfers (request_id, client_id) where phase = 1;
create unique index concurrently if not exists transfers_ended_once on transfers (request_id, client_id) where phase = 2;
create unique index concurrently if not exists transfers_refunded_once on transfers (request_id, client_id) where phase = 3;
drop index concurrently if exists transfers_once_a_phase;
