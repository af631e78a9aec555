-- Up to which time the used export of a supplier has been answered from the cell in which this table is; no later sale of the cell
-- is listed before it (docs/decisions/0008, 0077). On one server `integration_access` says so.
create table used_lists (
  supplier_id  bigint primary key,
  listed_until timestamptz
);
