-- A brand's monthly limit is promised when an order is accepted, or woken: the order then has a share in that month's use
-- until it ends without a certificate. Null: it has none, for its brand had no limit or it waits for a code.
alter table requests add column limit_month date;

-- What was sold in the month before its sales were counted, when the brand had no limit yet: told by no request's limit_month.
alter table brand_usage
  add column orders_before bigint not null default 0,
  add column sum_before_kopecks bigint not null default 0;

-- Until now an order was counted when its code was had, or its supplier was first asked.
update requests r set limit_month = date_trunc('month', e.created_at at time zone 'Europe/Moscow')::date
from exchanges e, products p, brands b
where r.state = 'obtaining' and e.client_id = r.client_id and e.request_id = r.id and e.state = 'due'
  and p.id = r.product_id and b.supplier_id = p.supplier_id and b.id = p.brand_id
  and coalesce(b.monthly_orders_limit, b.monthly_sum_limit_kopecks) is not null;
update brand_usage u set orders_before = u.orders - coalesce(w.orders, 0), sum_before_kopecks = u.sum_kopecks - coalesce(w.kopecks, 0)
from brand_usage v
left join (
  select p.supplier_id, p.brand_id, r.limit_month as month, count(*) as orders, sum(r.face_kopecks)::bigint as kopecks
  from requests r join products p on p.id = r.product_id where r.limit_month is not null group by 1, 2, 3) w
  using (supplier_id, brand_id, month)
where u.supplier_id = v.supplier_id and u.brand_id = v.brand_id and u.month = v.month;
-- What is queued at this moment was not counted yet.
update requests r set limit_month = date_trunc('month', r.accepted_at at time zone 'Europe/Moscow')::date
from products p, brands b
where r.state = 'queued' and not r.testmode and p.id = r.product_id and b.supplier_id = p.supplier_id and b.id = p.brand_id
  and coalesce(b.monthly_orders_limit, b.monthly_sum_limit_kopecks) is not null;
insert into brand_usage as u (supplier_id, brand_id, month, orders, sum_kopecks)
select p.supplier_id, p.brand_id, r.limit_month, count(*), sum(r.face_kopecks)::bigint
from requests r join products p on p.id = r.product_id
where r.state = 'queued' and r.limit_month is not null group by 1, 2, 3
on conflict (supplier_id, brand_id, month) do update
  set orders = u.orders + excluded.orders, sum_kopecks = u.sum_kopecks + excluded.sum_kopecks;
