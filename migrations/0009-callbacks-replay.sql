-- How many of the eight attempts are spent since the callback was announced or last replayed. `attempts` counts every
-- claim and numbers the attempts for good, so it can't be set back.
alter table callbacks add column tries integer not null default 0 check (tries between 0 and 8);

-- Due callbacks are taken client by client, so that a backlog behind one receiver is never read to get past it.
drop index callbacks_due;
create index callbacks_due on callbacks (client_id, due_at) where state = 'due';
