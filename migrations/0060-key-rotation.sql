-- A data key is written some time before it is used, so that every process has read it when the first row needs it.
alter table sealing_keys add column used_from timestamptz;
update sealing_keys set used_from = created_at;
alter table sealing_keys alter column used_from set not null;

-- Which master key opens the row: a keyed fingerprint, of which the key can't be found. Null: written before this column.
alter table sealing_keys add column master_fingerprint bytea;
