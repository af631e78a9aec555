-- Who announced a payment, as the audit names them; '': a program, before this was kept.
alter table top_up_requests add column asked_by text not null default '';
-- Its client no longer means to pay. A payment that comes all the same is booked as any other.
alter table top_up_requests add column withdrawn_at timestamptz;
