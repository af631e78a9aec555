-- Who has taken what waits, and until which day it was put off. No row: nobody, and not at all.
create table work_items (
  -- As in src/reports/what-waits/waiting-kinds.ts.
  kind          text        not null,
  item          bigint      not null,
  -- A person; only what failed before counts as taken.
  taken_by      bigint,
  taken_at      timestamptz,
  -- A Moscow day, on which it comes back.
  put_off_until date,
  put_off_at    timestamptz,
  primary key (kind, item),
  constraint taken_has_instant check ((taken_by is null) = (taken_at is null)),
  constraint put_off_has_instant check ((put_off_until is null) = (put_off_at is null))
);
create index work_items_put_off on work_items (put_off_until) where put_off_until is not null;
create index work_items_taken on work_items (taken_by) where taken_by is not null;
