-- Each client's half of the key that seals what belongs to it; the other half is a data key (docs/decisions/0066). Without
-- it nothing of the client opens, so it is destroyed when the client is forgotten.
create table client_sealing_keys (
  client_id    bigint      primary key,
  -- Null: destroyed.
  part         bytea,
  created_at   timestamptz not null default now(),
  -- Null: at once.
  used_from    timestamptz,
  destroyed_at timestamptz,
  constraint destroyed_has_no_part check ((part is null) = (destroyed_at is not null))
);
create index client_sealing_keys_made on client_sealing_keys (created_at);
create index client_sealing_keys_destroyed on client_sealing_keys (destroyed_at) where destroyed_at is not null;

-- 244 random bits each. In use a day later: processes of the version before, which know none of it, are replaced by then.
insert into client_sealing_keys (client_id, part, used_from)
select id, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), now() + interval '1 day' from clients;
