-- A month of a supplier, counted once it is over and nothing of it can be undone any more; the supplier agrees or disputes it.
create table settlement_months (
  supplier_id     bigint      not null references suppliers,
  -- The first day of the month.
  month           date        not null,
  -- When it is to be counted; null: it is.
  due_at          timestamptz,
  counted_at      timestamptz,
  -- As reports/settlement.ts counts it, by product and face.
  lines           jsonb,
  decision        text        check (decision in ('agreed', 'disputed')),
  decided_at      timestamptz,
  -- As the audit names who decided, and how they were called then.
  decided_by      text,
  decided_by_name text,
  comment         text        not null default '',
  primary key (supplier_id, month),
  constraint counted_has_lines check ((counted_at is null) = (lines is null)),
  constraint decided_whole check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)),
  constraint only_counted_is_decided check (decision is null or counted_at is not null)
);
create index settlement_months_due on settlement_months (due_at) where due_at is not null;
create index settlement_months_disputed on settlement_months (decided_at) where decision = 'disputed';
