-- The operator reads the acts of all parties by time, and those of one.
create index audit_by_time on audit (at, side, party_id, seq);
create index audit_of_party_by_time on audit (side, party_id, at, seq);
