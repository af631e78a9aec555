-- An account is no longer closed by wrong passwords, which anybody can send who knows its name: they are counted by account
-- and network in throttle_counts.
alter table till_users drop column failures, drop column locked_until;
