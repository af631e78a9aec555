-- Charts and lists read many days of one client. Covered by the key, they need none of the table, where the days of a client
-- lie far apart.
alter table order_days drop constraint order_days_pkey,
  add primary key (client_id, day, product_id, outcome, error_code) include (orders, sum_kopecks);
alter table order_day_spans drop constraint order_day_spans_pkey,
  add primary key (client_id, day)
    include (first_request, last_request, open_orders, within_5_s, within_1_min, within_1_h, slower);
