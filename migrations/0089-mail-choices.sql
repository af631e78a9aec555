-- Which mails a person of a client wants, where it differs from what is usual for the role.
create table mail_choices (
  client_id bigint  not null,
  person_id bigint  not null,
  kind      text    not null check (kind in ('low-balance', 'letters-failed', 'texts-failed', 'callbacks-abandoned', 'bulk-paused')),
  wanted    boolean not null,
  primary key (client_id, person_id, kind)
);

-- The audit of one person, and of one kind of act.
create index audit_by_actor on audit (side, party_id, actor, seq);
create index audit_by_act on audit (side, party_id, act, seq);
