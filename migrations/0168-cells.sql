-- The cells of an installation that has outgrown one server (docs/decisions/0077). No row: all tables lie in this schema.
create table cells (
  cell integer primary key check (cell between 1 and 99)
);
