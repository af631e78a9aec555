-- From the first to the last time that a supplier has asked its sales for, and what of it was never completely answered
-- (docs/decisions/0008).
alter table integration_access add column asked tstzrange not null default 'empty';
alter table integration_access add column unanswered tstzmultirange not null default '{}';
-- How long sales of codes that the list activates may wait for a call of the supplier's program, before people are told.
alter table integration_access add column pull_hours integer not null default 24;
alter table integration_access add constraint pull_hours_in_a_month check (pull_hours between 1 and 720) not valid;

-- Which gaps stood in this answer beside its interval, so that a repeated call gets them again.
alter table used_exports add column gaps tstzmultirange not null default '{}';

-- Each of these suppliers has its access already: it is changed.
insert into integration_access (supplier_id, changed_at, asked, unanswered)
select a.supplier_id, a.changed_at, e.asked, tstzmultirange(e.asked) - e.answered
from integration_access a join (
  select supplier_id, tstzrange(min(from_at), max(to_at)) as asked,
    coalesce(range_agg(tstzrange(from_at, to_at)) filter (where ended_at is not null), '{}') as answered
  from used_exports group by supplier_id) e on e.supplier_id = a.supplier_id
on conflict (supplier_id) do update set asked = excluded.asked, unanswered = excluded.unanswered;

-- Sales that wait longer than agreed for the supplier's program are told as an alert of the supplier.
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check
  check (kind in ('stock', 'ending-codes', 'orders-limit', 'sum-limit', 'pull')) not valid;
alter table alerts drop constraint about_one_thing;
alter table alerts add constraint about_one_thing check (
  (kind in ('stock', 'ending-codes')) = (product_id is not null and face_kopecks is not null)
  and (kind in ('orders-limit', 'sum-limit')) = (brand_id is not null and limit_then is not null)
  and (kind = 'ending-codes') = (ends_on is not null)
  and num_nonnulls(product_id, brand_id) = case when kind = 'pull' then 0 else 1 end
  and (face_kopecks is null) = (product_id is null) and (limit_then is null) = (brand_id is null)) not valid;
