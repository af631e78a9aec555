-- How the last attempt ended, so that a list reads one table. Null: none was made, or before this column.
alter table callbacks add column last_status integer;
alter table callbacks add column last_problem text;

-- A client's failed callbacks by when they ended, to be listed and sent again.
create index callbacks_failed_of_client on callbacks (client_id, ended_at, request_id) where state = 'abandoned';
