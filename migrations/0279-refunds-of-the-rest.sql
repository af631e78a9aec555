-- What a client got back for an order that was refunded after the choice certificate that has paid it. The balance of that stays as it was then.
alter table exchanged_orders add column returned_kopecks bigint;
alter table exchanged_orders add constraint returned_once_given_back check (
  returned_kopecks is null or returned_kopecks >= 0 and given_back_at is not null) not valid;
