-- Transfers added up by Moscow day, so that statements of years and charts read few rows (decision 37). A worker counts; what it
-- has not counted yet is read from the transfers.
create table ledger_days (
  client_id      bigint  not null,
  kind           text    not null,
  day            date    not null,
  transfers      bigint  not null check (transfers > 0),
  sum_kopecks    bigint  not null check (sum_kopecks > 0),
  -- Of this kind from the first day to the end of this one.
  total_kopecks  bigint  not null,
  -- Between these lie the ids of all of them, beside those of other days.
  first_id       bigint  not null,
  last_id        bigint  not null,
  primary key (client_id, kind, day)
);

-- How far the transfers of each client are counted.
create table ledger_positions (
  client_id bigint primary key,
  last_id   bigint not null default 0
);
