-- Of one index PostgreSQL compares each new version with all others of the key, dead ones too. That there is one row of each account follows from
-- clients, with which all four are made; `verify` counts them.
alter table accounts drop constraint accounts_pkey;
alter table accounts add constraint accounts_pkey primary key using index accounts_newest;
