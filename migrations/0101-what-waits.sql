-- What waits for the operator is read without the history behind it.
create index exchanges_unsettled on exchanges (ended_at) where state = 'quarantined' and settled_at is null;
create index alerts_open on alerts (raised_at) where recovered_at is null;
create index top_up_requests_announced on top_up_requests (asked_at) where withdrawn_at is null;
