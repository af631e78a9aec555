-- Rows that fall due in one commit have the same due_at, and PostgreSQL keeps equal entries of an index in one list, which it clears
-- only when all of its rows are gone. Until then each claim read every row of the list that had been taken before. Separate entries
-- are cleared by the first reader. Lists that are there vanish with their rows.
alter index deliveries_due set (deduplicate_items = off);
alter index callbacks_due set (deduplicate_items = off);
alter index exchanges_due set (deduplicate_items = off);
