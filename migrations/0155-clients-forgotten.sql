-- A client that has left is forgotten: its key is destroyed and its recipients are erased (docs/decisions/0066).
alter table clients add column forgotten_at timestamptz;

alter table erasures drop constraint erasures_kind_check;
alter table erasures add constraint erasures_kind_check check (kind in ('order', 'address', 'client'));
