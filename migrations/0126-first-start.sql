-- The link by which the first operator signs in: made at a shell, good once and not for long. One row at the most.
create table setup_links (
  id         smallint    primary key check (id = 1),
  -- SHA-256 of the token, which only the link has.
  token_hash bytea       not null,
  -- Who may use it; null: whoever has the link says who they are.
  email      text        check (email = lower(email)),
  language   text        not null check (language in ('ru', 'en')),
  made_at    timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- The last result of each check of the installation.
create table setup_checks (
  name       text        primary key,
  state      text        not null check (state in ('ok', 'note', 'wrong')),
  findings   jsonb       not null,
  checked_at timestamptz not null
);

-- Somebody has typed the master key from its backup sheet; counts for the key with this fingerprint only.
create table master_key_backups (
  fingerprint  bytea       primary key,
  confirmed_by text        not null,
  confirmed_at timestamptz not null
);
