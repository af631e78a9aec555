-- The numbers of a run that has arrived, as long as the directory (`code_places`) does not name their new cell. It may lie on any server, so it is told
-- behind the arrival; until then tills look into all cells.
alter table deals_taken add column supplier_id bigint, add column unnoted bytea[];
create index deals_taken_unnoted on deals_taken (from_cell, run) where unnoted is not null;
