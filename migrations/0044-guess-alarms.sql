-- Somebody guessed more than people mistype, over all networks (src/delivery/judge-receipt.ts): a row an hour; a digest tells.
create table guess_alarms (
  kind     text        not null,
  -- The end of the window in which it was noticed.
  ends_at  timestamptz not null,
  at       timestamptz not null,
  primary key (kind, ends_at)
);
