-- Somebody has typed the master key from its backup sheet; counts for the key with this fingerprint only.
create table master_key_backups (
  fingerprint  bytea       primary key,
  confirmed_by text        not null,
  confirmed_at timestamptz not null
);

-- The last result of each check of the installation.
create table setup_checks (
  name       text        primary key,
  state      text        not null check (state in ('ok', 'note', 'wrong')),
  findings   jsonb       not null,
  checked_at timestamptz not null
);
