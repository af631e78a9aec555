-- What the columns of a supplier's files mean, as somebody said it once.
create table supplier_columns (
  supplier_id bigint      not null references suppliers,
  -- Its letters and digits, in lower case.
  heading     text        not null check (length(heading) between 1 and 100),
  -- A field of a code, or `skip`: it means nothing here.
  field       text        not null,
  chosen_at   timestamptz not null,
  primary key (supplier_id, heading)
);
