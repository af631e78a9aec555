-- Accounts whose password is guessed at from a wide network: a row an account, network and hour, of which the operator is told.
create table guessed_accounts (
  -- A person, or a login of a till; 0: the other one.
  person_id    bigint      not null default 0,
  supplier_id  bigint      not null default 0,
  till_user_id bigint      not null default 0,
  -- The person's name, or the login.
  account      text        not null,
  -- Empty: many networks.
  network      text        not null,
  ends_at      timestamptz not null,
  at           timestamptz not null,
  primary key (person_id, supplier_id, till_user_id, network, ends_at),
  constraint one_account check ((person_id = 0) <> (till_user_id = 0) and (supplier_id = 0) = (till_user_id = 0))
);
create index guessed_accounts_at on guessed_accounts (at);
