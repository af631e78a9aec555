-- Pictures of products that were uploaded, in the three sizes of getProducts. A row never changes: certificates that were
-- sold show the picture that they were sold with.
create table pictures (
  supplier_id bigint      not null references suppliers,
  -- Made of what is in it.
  name        text        not null,
  bytes       bytea       not null,
  added_at    timestamptz not null,
  primary key (supplier_id, name),
  constraint bytes_are_few check (octet_length(bytes) <= 400000)
);
