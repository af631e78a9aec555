alter table codes validate constraint taken_within_face;
alter table redemptions validate constraint part_with_amount;
