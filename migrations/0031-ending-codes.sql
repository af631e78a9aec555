-- Codes left in a lot that ends too soon to be sold are told as an alert, lot by lot.
alter table alerts add column ends_on date;
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('stock', 'ending-codes', 'orders-limit', 'sum-limit'));
alter table alerts drop constraint about_one_thing;
alter table alerts add constraint about_one_thing check (
  (kind in ('stock', 'ending-codes')) = (product_id is not null and face_kopecks is not null and brand_id is null and limit_then is null)
  and (kind in ('orders-limit', 'sum-limit')) = (brand_id is not null and product_id is null and face_kopecks is null and limit_then is not null)
  and (kind = 'ending-codes') = (ends_on is not null));
create unique index one_open_alert_a_lot on alerts (supplier_id, product_id, face_kopecks, ends_on)
  where recovered_at is null and kind = 'ending-codes';
