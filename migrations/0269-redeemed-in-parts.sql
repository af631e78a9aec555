-- Certificates of a product may be redeemed in parts; off: once, whole.
alter table products add column in_parts boolean not null default false;

-- What tills have taken of a certificate in parts. Null: nothing yet, or it is redeemed whole.
alter table codes add column taken_kopecks bigint;
alter table codes add constraint taken_within_face check (taken_kopecks between 0 and face_kopecks) not valid;

-- 0: it was redeemed whole, or this was the last part; the others of a code are counted from 1. Of each number one is in force, so that a code
-- is used up once.
alter table redemptions add column part integer not null default 0;
-- What the part took, and what it left then; null: the whole was redeemed at once.
alter table redemptions add column amount_kopecks bigint;
alter table redemptions add column left_kopecks bigint;
alter table redemptions add constraint part_with_amount check (
  part = 0 and amount_kopecks is null and left_kopecks is null
  or part >= 0 and amount_kopecks is not null and amount_kopecks > 0 and left_kopecks is not null and left_kopecks >= 0) not valid;
