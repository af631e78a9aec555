-- What failed waits for a person until somebody says why nothing more is to be done, however long ago it was.
-- What fails again after that waits again.
alter table deliveries add column settled_at timestamptz;
alter table deliveries add column settled_by text;
alter table deliveries add column settled_because text;
alter table callbacks add column settled_at timestamptz;
alter table callbacks add column settled_by text;
alter table callbacks add column settled_because text;
alter table activation_letters add column settled_at timestamptz;
alter table activation_letters add column settled_by text;
alter table activation_letters add column settled_because text;
alter table mail_decisions add column settled_at timestamptz;
alter table mail_decisions add column settled_by text;
alter table mail_decisions add column settled_because text;
alter table top_up_requests add column settled_at timestamptz;
alter table top_up_requests add column settled_by text;
alter table top_up_requests add column settled_because text;
-- So that what is booked is not looked at again. The transfer under its reference is what counts.
alter table top_up_requests add column booked_at timestamptz;

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
