-- How long files were read that came for a party: what it may take of an hour is counted by it.
alter table mails add column supplier_id bigint, add column is_proven boolean not null default false,
  add column read_ms integer not null default 0;
-- Counted before its file is read: one that ended its reader too often is read no more.
alter table bulk_orders add column reads integer not null default 0, add column read_at timestamptz,
  add column read_ms integer not null default 0;
