-- A heartbeat that also stands in files outside the database (decision 61): a copy of the database that is put back is behind them.
-- `beat` is what was committed here; `beat_elsewhere` is what a process has read in its file when this database was behind it.
alter table database_history add column installation uuid, add column beat bigint not null default 0,
  add column beat_elsewhere bigint not null default 0;
