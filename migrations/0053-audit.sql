-- What people and programs did for a party, each row bound to the one before by its hash (decision 26).
create table audit (
  side        text        not null,
  party_id    bigint      not null,
  seq         bigint      not null check (seq > 0),
  -- Milliseconds, as the hash has them.
  at          timestamptz not null check (at = date_trunc('milliseconds', at)),
  -- `person:5`, `cashier:501/7`, `program:client/12`, `command`; never changes.
  actor       text        not null,
  -- The name that the actor had then.
  actor_name  text        not null,
  act         text        not null,
  -- What it was done to, in ids.
  about       text        not null,
  -- JSON texts, byte for byte as they were hashed.
  before      text        not null,
  after       text        not null,
  hash        bytea       not null,
  primary key (side, party_id, seq)
);

-- The end of each chain; its row is what makes acts of one party come one after the other.
create table audit_heads (
  side     text   not null,
  party_id bigint not null,
  seq      bigint not null,
  hash     bytea  not null,
  primary key (side, party_id)
);
