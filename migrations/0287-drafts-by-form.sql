-- Drafts are made by a form on another draft or a version, by either side. One that is changed is not overwritten: a new draft takes its
-- place, so that what was talked about and agreed to stays, and of two who change it at once the second is told.
alter table template_drafts
  -- `d12`, `v3` or `current`: what the form was opened on; null: it came as a file.
  add column based_on    text,
  add column by_side     text not null default 'operator',
  -- The draft that took its place.
  add column replaced_by bigint;
alter table template_drafts
  add constraint sides_of_drafts check (by_side in ('supplier', 'operator')) not valid,
  add constraint replaced_has_ended check (replaced_by is null or ended_at is not null) not valid;
