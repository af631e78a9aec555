-- Whether acts of the operator that touch money or codes wait for a second person, and above which sum bookings do.
alter table party_policies add column four_eyes boolean not null default false;
alter table party_policies add column four_eyes_above_kopecks bigint not null default 0
  check (four_eyes_above_kopecks >= 0);
alter table party_policies add constraint four_eyes_of_operator check (not four_eyes or side = 'operator');
-- What goes with an approval and must not be read by whoever decides: a file with codes, settings with secrets. Sealed.
alter table approvals add column attachment bytea;
