-- Orders in rare states over all clients, newest first; normal orders never enter this index.
create index requests_rare_of_all on requests (state, id) where state in ('delayed', 'failed', 'cancelled');
