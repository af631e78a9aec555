-- The codes of certificates that ended long ago are erased with their recipients (docs/decisions/0052): `codes.sealed` is then
-- empty. Orders whose recipients were erased before are taken again, after the processes of the version before are gone.
alter table recipients_read add column take_again_at timestamptz;
update recipients_read set take_again_at = now() + interval '1 day';

-- How many of the rows were codes.
alter table erasure_days add column codes bigint not null default 0;
