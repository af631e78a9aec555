-- An issued certificate that nobody has used may be taken back: its code is blocked, its sum returned to the client.
alter table requests add column refunded_at timestamptz;
alter table requests add constraint refunded_once_issued check (refunded_at is null or (state = 'issued' and not testmode));
create index requests_refunded on requests (supplier_id, refunded_at) where refunded_at is not null;

-- 3 returns the money of a request that was captured.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check
  check (kind in ('top_up', 'chargeback', 'hold', 'capture', 'release', 'refund'));
alter table transfers drop constraint transfers_phase_check;
alter table transfers add constraint transfers_phase_check check (phase in (1, 2, 3));
alter table transfers drop constraint phase_of_kind;
alter table transfers add constraint phase_of_kind check (
  (kind in ('top_up', 'chargeback') and phase is null and request_id is null)
  or (kind = 'hold' and phase = 1 and request_id is not null)
  or (kind in ('capture', 'release') and phase = 2 and request_id is not null)
  or (kind = 'refund' and phase = 3 and request_id is not null));

-- A code that was sold and then blocked still says to whom it was sold.
alter table codes drop constraint sold_to_one_order;
alter table codes add constraint sold_to_one_order check (
  case state
    when 'sold' then client_id is not null and request_id is not null and sold_at is not null
    when 'blocked' then (client_id is null) = (request_id is null) and (request_id is null) = (sold_at is null)
    else client_id is null and request_id is null and sold_at is null
  end);
-- When the supplier accepted it; null of an active code: it was so when it was sold.
alter table codes add column activated_at timestamptz;
