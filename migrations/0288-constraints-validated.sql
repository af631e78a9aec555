-- Checks of tables that were there before them; in a new installation they hold from the beginning.
alter table alerts validate constraint alerts_kind_check;
alter table alerts validate constraint about_one_thing;
alter table integration_access validate constraint pull_hours_in_a_month;
alter table person_mails validate constraint person_mails_kind_check;
alter table person_mails validate constraint about_one_thing;
alter table proofs validate constraint verdict_when_done;
