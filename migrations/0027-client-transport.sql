-- Who wants no request of its own to be sent a second time by somebody else asks for these.
alter table clients add column uuid_required boolean not null default false;
-- Addresses are kept in logs on the way; bodies are not.
alter table clients add column post_only boolean not null default false;
