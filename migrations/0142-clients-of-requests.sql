-- Whose request a number is, filed behind acceptance with the terms of search. The number leads: it is all that is known.
create table request_clients (
  request_id bigint not null,
  client_id  bigint not null,
  primary key (request_id, client_id)
);
insert into request_clients (request_id, client_id)
  select r.id, r.client_id from requests r
  join order_terms_read t on t.client_id = r.client_id and r.id <= t.last_request order by r.id;

-- The same index finds what a client is asked for, and what all of them are.
alter table order_terms drop constraint order_terms_pkey, add primary key (term, client_id, request_id);
