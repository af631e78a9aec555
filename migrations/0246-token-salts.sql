-- What the links of invitations, new passwords and activation letters, and codes for later receipt, are computed of besides ids: ids come again after a restore.
-- Null: it was made before, and its link is computed of the ids alone.
alter table invitations add column salt bigint;
alter table recoveries add column salt bigint;
alter table activation_letters add column salt bigint;
alter table receipt_codes add column salt bigint;
