-- The Moscow day whose quota of test letters this delivery was counted in, so that a repeat is not counted again.
alter table deliveries add column counted_on date;
