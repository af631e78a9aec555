-- Bulk orders of a client above this sum wait until a second person of it agrees; null: whoever may place them decides alone.
alter table party_policies add column bulk_alone_to_kopecks bigint
  check (bulk_alone_to_kopecks >= 0 and (bulk_alone_to_kopecks is null or side = 'client'));
