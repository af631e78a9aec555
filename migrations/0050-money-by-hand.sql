-- Money that a person books carries the reference of its payment, so that one payment is booked once.
alter table transfers add column reference text check (length(reference) between 1 and 100);
alter table transfers add column reverses bigint;
alter table transfers add constraint reference_of_money_by_hand check (reference is null or kind in ('top_up', 'chargeback'));
alter table transfers add constraint reversal_of_a_top_up check (reverses is null or kind = 'chargeback');
create unique index transfers_by_reference on transfers (client_id, kind, reference) where reference is not null;
-- A top-up is reversed once.
create unique index transfers_by_reversed on transfers (client_id, reverses) where reverses is not null;

-- A supplier may take back a certificate that one of its tills accepted; the row stays, and says so.
alter table redemptions add column taken_back_at timestamptz;
