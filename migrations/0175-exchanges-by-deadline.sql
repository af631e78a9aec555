-- without a transaction
-- Open exchanges by their deadline, in another form than `state = 'due'`: with that, a claim of the oldest due ones could be planned by this
-- index, and then read and sorted all of them. What the planner knows is mostly of a time at which nothing was due.
create index concurrently if not exists exchanges_open_by_deadline on exchanges (deadline_at) where ended_at is null;
drop index concurrently if exists exchanges_by_deadline;
