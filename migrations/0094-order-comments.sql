-- Service comments that a person has changed in the cabinet. The request keeps what was ordered: the client API answers that.
create table order_comments (
  client_id       bigint      not null,
  request_id      bigint      not null,
  comment         text        not null check (length(comment) <= 512),
  changed_at      timestamptz not null,
  -- As the person was called then.
  changed_by_name text        not null,
  primary key (client_id, request_id)
);
