-- Members that were taken out of a party lately: for some days whoever leads it can give the access back as it was.
create table removed_members (
  side          text        not null,
  party_id      bigint      not null,
  person_id     bigint      not null,
  role          text        not null,
  shop_id       bigint,
  brought_by_id bigint,
  confirmed_by  text,
  member_since  timestamptz not null,
  removed_at    timestamptz not null,
  -- The name of whoever did it.
  removed_by    text        not null,
  primary key (side, party_id, person_id)
);
create index removed_members_by_time on removed_members (removed_at);
