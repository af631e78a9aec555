-- Statements read days and totals from the index alone.
alter table ledger_days drop constraint ledger_days_pkey,
  add primary key (client_id, kind, day) include (transfers, sum_kopecks, total_kopecks, first_id, last_id);
