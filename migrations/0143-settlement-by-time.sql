-- A settlement reads what happened in its period, not the whole history of a supplier. Both rise with time: an issued order adds
-- to their ends.
create index certificates_issued on certificates (supplier_id, issued_at);
create index certificates_expiring on certificates (supplier_id, expires_at) where expires_at is not null;
create index codes_activated on codes (supplier_id, activated_at) where activated_at is not null;
create index redemptions_taken_back on redemptions (supplier_id, taken_back_at) where taken_back_at is not null;
