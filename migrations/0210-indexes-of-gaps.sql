-- without a transaction
-- What was listed beside an interval, and one open alert a supplier whose sales wait.
create index concurrently if not exists used_exports_with_gaps on used_exports (supplier_id, from_at, to_at) where gaps <> '{}';
create unique index concurrently if not exists one_open_alert_a_pull on alerts (supplier_id) where recovered_at is null and kind = 'pull';
