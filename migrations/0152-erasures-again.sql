-- When erasures of the lost time were asked for again, by their record outside the database. Null: not yet.
alter table restores add column erasures_again_at timestamptz;
