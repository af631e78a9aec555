-- Orders of a bulk order name it, and the person who confirmed it; if a program brought it there is no person.
alter table order_authors
  alter person_id drop not null,
  alter name drop not null,
  add bulk_id bigint,
  add constraint person_with_name check ((person_id is null) = (name is null)),
  add constraint person_or_bulk check (person_id is not null or bulk_id is not null);
drop index order_authors_by_person;
create index order_authors_by_person on order_authors (client_id, person_id, request_id) where person_id is not null;

alter table bulk_orders add confirmed_by bigint, add confirmed_by_name text,
  add constraint confirmed_with_name check ((confirmed_by is null) = (confirmed_by_name is null));

-- A line whose uuid was known before led to an order that is not of the bulk order.
insert into order_authors (client_id, request_id, bulk_id)
select l.client_id, l.request_id, min(l.bulk_id)
from bulk_lines l
join bulk_orders b on b.client_id = l.client_id and b.id = l.bulk_id
join requests r on r.client_id = l.client_id and r.id = l.request_id
where r.accepted_at >= coalesce(b.confirmed_at, b.added_at)
group by l.client_id, l.request_id
on conflict do nothing;
