-- The operator's list of callbacks over all clients that wait for a repeat; one accepted at once never enters it.
create index callbacks_repeating on callbacks (due_at, request_id) where state = 'due' and tries > 0;
