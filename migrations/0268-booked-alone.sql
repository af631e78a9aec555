-- What one person booked in a day without a second one: many small bookings are a large one. Earlier days of a person are deleted with the next booking.
create table booked_alone (
  -- As in the audit.
  actor   text   not null,
  -- Of Moscow.
  day     date   not null,
  kopecks bigint not null check (kopecks >= 0),
  primary key (actor, day)
);
