-- Since when nothing is sealed by this version of a data key; null: it is needed.
alter table sealing_keys add column unused_since timestamptz;
