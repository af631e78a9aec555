-- A lot is the codes of one product and face that end on the same day, in a numbered row of their own: `ends_on` is the
-- last whole Moscow day on which they are valid, 'infinity' of codes that don't say. A sale takes the lot that ends first
-- of those that last long enough, so that no code is looked at that can't be sold (decision 18).
drop index codes_by_position;
drop index codes_inactive;
alter table codes add column ends_on date not null default 'infinity';
update codes set ends_on = ((expires_at + interval '1 second') at time zone 'Europe/Moscow')::date - 1
where expires_at is not null and position is not null;

-- Pools with ends of validity are numbered anew, lot by lot; the others stay as they are.
alter table stock add column ends_on date not null default 'infinity';
alter table stock drop constraint stock_pkey;
create temporary table split on commit drop as
  select * from stock where (supplier_id, product_id, face_kopecks) in (
    select supplier_id, product_id, face_kopecks from codes where ends_on < 'infinity');
delete from stock where (supplier_id, product_id, face_kopecks) in (select supplier_id, product_id, face_kopecks from split);
insert into stock (supplier_id, product_id, face_kopecks, ends_on, next_position, last_position, free)
select c.supplier_id, c.product_id, c.face_kopecks, c.ends_on, 1 + count(*) filter (where c.position < s.next_position),
  count(*), count(*) filter (where c.state = 'free')
from codes c join split s using (supplier_id, product_id, face_kopecks)
where c.position is not null
group by c.supplier_id, c.product_id, c.face_kopecks, c.ends_on;
update codes c set position = w.place
from (
  select c.supplier_id, c.id, row_number() over (
    partition by c.supplier_id, c.product_id, c.face_kopecks, c.ends_on order by c.position) as place
  from codes c join split s using (supplier_id, product_id, face_kopecks)
  where c.position is not null) w
where c.supplier_id = w.supplier_id and c.id = w.id and c.position <> w.place;
alter table stock add primary key (supplier_id, product_id, face_kopecks, ends_on);

create unique index codes_by_position on codes (supplier_id, product_id, face_kopecks, ends_on, position)
  where position is not null;
create index codes_inactive on codes (supplier_id, product_id, face_kopecks, ends_on, position) where not active;

-- What of each lot may still be promised: its free codes less those promised to orders that were accepted. A row of its
-- own, so that orders can be accepted while the lot's next positions are being sold.
create table stock_available (
  supplier_id  bigint not null,
  product_id   bigint not null,
  face_kopecks bigint not null,
  ends_on      date   not null,
  available    bigint not null default 0,
  primary key (supplier_id, product_id, face_kopecks, ends_on),
  constraint no_promise_without_code check (available >= 0)
) with (fillfactor = 50);
insert into stock_available select supplier_id, product_id, face_kopecks, ends_on, free from stock;

-- The lot of which a code is promised to a queued request. Null: none is, or it has been given its code.
alter table requests add column promised_lot date;

-- How many days a certificate must still be valid when it is delivered.
alter table products add column min_validity_days integer not null default 7 check (min_validity_days between 0 and 3650);
