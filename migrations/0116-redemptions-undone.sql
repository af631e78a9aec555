-- A redemption can be undone within a set time: the row stays, and the code can be redeemed again. At most one redemption
-- of a code is in force.
alter table redemptions
  add column undone_at      timestamptz,
  -- As the audit names who did it, and how they were called then.
  add column undone_by      text,
  add column undone_by_name text,
  add column undo_reason    text,
  add constraint undone_whole check (
    (undone_at is null) = (undone_by is null) and (undone_at is null) = (undone_by_name is null)
    and (undone_at is null) = (undo_reason is null)),
  add constraint undone_or_taken_back check (undone_at is null or taken_back_at is null);

create unique index one_redemption_in_force on redemptions (supplier_id, code_id) where undone_at is null;
alter table redemptions drop constraint redemptions_pkey;
alter table redemptions drop constraint one_transaction_number;
alter table redemptions add primary key (supplier_id, transaction);
create index undone_redemptions on redemptions (supplier_id, code_id) where undone_at is not null;
-- The lists of a supplier, by time.
create index redemptions_by_time on redemptions (supplier_id, redeemed_at, transaction);

-- What a supplier has set for its tills; without a row the defaults of redemption/till-settings.ts hold.
create table till_settings (
  supplier_id  bigint  primary key references suppliers,
  -- How long a redemption can be undone; 0: never.
  undo_minutes integer not null constraint undone_within_a_day check (undo_minutes between 0 and 1440)
);
