/** The invariants of redeemed and refunded certificates. */
import type { Check } from './verify-check.ts';

export const redemptionChecks: Check[] = [
  {
    name: 'redemptions',
    promise:
      'every redeemed code was sold by us for that supplier, is used up by one redemption in force, is refunded exactly if the supplier took it back, and its transaction number is unique; undone redemptions were undone within a day',
    breaches: `
      with judged as (
        select r.supplier_id, r.code_id, r.transaction, r.redeemed_at,
          case
            when c.id is null then 'no such code of this supplier'
            when count(*) over (partition by r.supplier_id, r.transaction) > 1 then 'the transaction number was given twice'
            when r.transaction = '' then 'no transaction number'
            when r.amount_kopecks is not null and c.taken_kopecks is null then 'a part of a code without parts'
            when r.undone_at < r.redeemed_at then 'undone before it was redeemed'
            when r.undone_at > r.redeemed_at + interval '1 day' then 'undone too late'
            when r.undone_at is not null then null
            when c.state not in ('sold', 'blocked') then 'the code is not sold'
            when c.state = 'sold' and x.code_id is distinct from c.id then 'the code stands on no certificate'
            when q.refunded_at is not null and r.taken_back_at is null
              and (r.amount_kopecks is null or c.taken_kopecks = c.face_kopecks) then 'the certificate was refunded'
            when r.taken_back_at is not null and q.refunded_at is null then 'taken back and not refunded'
            when count(*) filter (where r.undone_at is null and r.part = 0) over (partition by r.supplier_id, r.code_id) > 1
              then 'redeemed twice'
          end as fault
        from redemptions r
        left join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
        left join certificates x on x.client_id = c.client_id and x.request_id = c.request_id
        left join requests q on q.client_id = c.client_id and q.id = c.request_id)
      select supplier_id, code_id, redeemed_at, fault from judged where fault is not null`,
  },
  {
    name: 'parts',
    promise:
      'of every certificate in parts, what was taken is the sum of its parts in force and never more than its face, and the last part has used it up; of a choice certificate it is what was exchanged',
    breaches: `
      with exchanged as (
        select supplier_id, code_id, sum(kopecks)::bigint as kopecks from exchanged_orders
        where code_id is not null and (given_back_at is null or returned_kopecks is not null) group by supplier_id, code_id),
      judged as (
        select c.supplier_id, c.id as code_id, c.face_kopecks, c.taken_kopecks, coalesce(e.kopecks, 0) as exchanged_kopecks,
          coalesce(sum(r.amount_kopecks), 0)::bigint as parts_kopecks, count(*) filter (where r.part = 0) as used_up,
          count(*) filter (where r.amount_kopecks is null and r.code_id is not null) as whole
        from codes c
        left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id and r.undone_at is null
        left join exchanged e on e.supplier_id = c.supplier_id and e.code_id = c.id
        where c.taken_kopecks is not null or e.code_id is not null
        group by c.supplier_id, c.id, c.face_kopecks, c.taken_kopecks, e.kopecks)
      select * from judged
      where taken_kopecks is distinct from parts_kopecks + exchanged_kopecks or taken_kopecks < 0 or taken_kopecks > face_kopecks or whole > 0
        or used_up <> case when taken_kopecks = face_kopecks and exchanged_kopecks = 0 then 1 else 0 end`,
  },
  {
    name: 'refunds',
    promise:
      'the code of every refunded order is blocked, and no other order has a blocked code; what was returned is what was paid for what is left, or the whole if the supplier took it back',
    breaches: `
      with refunded as (
        select r.client_id, r.id as request_id, r.refunded_at, c.state as code_state, m.amount_kopecks as returned_kopecks,
          case when exists (
              select from redemptions d where d.supplier_id = c.supplier_id and d.code_id = c.id and d.taken_back_at is not null)
            then r.sum_kopecks
            else floor(r.sum_kopecks::numeric * (c.face_kopecks - coalesce(c.taken_kopecks, 0)) / c.face_kopecks) end as due_kopecks
        from requests r
        left join codes c on c.client_id = r.client_id and c.request_id = r.id
        left join transfers m on m.client_id = r.client_id and m.request_id = r.id and m.phase = 3
        where r.refunded_at is not null)
      select * from refunded where code_state is distinct from 'blocked'
        or due_kopecks > 0 and returned_kopecks is distinct from due_kopecks
      union all
      select c.client_id, c.request_id, r.refunded_at, c.state, null, null
      from codes c left join requests r on r.client_id = c.client_id and r.id = c.request_id
      where c.state = 'blocked' and c.request_id is not null and r.refunded_at is null`,
  },
];
