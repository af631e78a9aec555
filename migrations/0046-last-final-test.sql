-- The last run of a supplier's final test, red or green: a red one takes what it looks at out of the offer.
alter table suppliers add column tested_at timestamptz;
alter table suppliers add column test_green boolean;
alter table suppliers add constraint test_has_a_time check ((tested_at is null) = (test_green is null));
update suppliers set tested_at = certified_at, test_green = true where certified_at is not null;
