-- Which person invited a member; null: a command did, or it was before this.
alter table memberships add column brought_by_id bigint;
-- Who else has confirmed it: until then it counts as whoever brought it.
alter table memberships add column confirmed_by text;
alter table invitations add column confirmed_by text;
