/** The invariants of choice certificates. */
import type { Check } from './verify-check.ts';

export const exchangeChecks: Check[] = [
  {
    name: 'exchanged-orders',
    promise:
      'every order that its client did not pay was taken of a choice certificate of the same client, and has given its face back exactly if it has no certificate any more: to its client if that certificate was refunded before, which none was while an order was on its way',
    breaches: `
      with judged as (
        select coalesce(e.client_id, r.client_id) as client_id, coalesce(e.request_id, r.id) as request_id, e.card_request_id, e.kopecks, r.state, r.sum_kopecks,
          case
            when r.id is null then 'no such request'
            when e.client_id is null then 'nobody has paid it'
            when r.sum_kopecks <> 0 then 'paid by its client too'
            when r.face_kopecks <> e.kopecks then 'another amount than its face'
            when card.id is null or card.state <> 'issued' then 'of no issued certificate'
            when card.sum_kopecks = 0 then 'the certificate was exchanged for another one itself'
            when r.testmode <> card.testmode then 'a test order of a certificate that is none'
            when (e.code_id is null) <> card.testmode or x.code_id is distinct from e.code_id then 'taken of another code'
            when (r.state in ('failed', 'cancelled') or r.refunded_at is not null) <> (e.given_back_at is not null)
              then 'not given back exactly when it ended'
            when card.refunded_at is not null and r.state in ('queued', 'obtaining', 'delayed') then 'the certificate was refunded'
            when e.returned_kopecks is not null and card.refunded_at is null then 'returned to the client, whose certificate is in force'
            when e.returned_kopecks <> floor(card.sum_kopecks::numeric * e.kopecks / card.face_kopecks) then 'another amount returned than was paid'
            when coalesce(m.amount_kopecks, 0) <> coalesce(e.returned_kopecks, 0) then 'another amount booked than returned'
          end as fault
        from exchanged_orders e
        full join (
          select * from requests q
          where sum_kopecks = 0 or exists (
            select from exchanged_orders o where o.client_id = q.client_id and o.request_id = q.id)) r
          on r.client_id = e.client_id and r.id = e.request_id
        left join requests card on card.client_id = e.client_id and card.id = e.card_request_id
        left join certificates x on x.client_id = e.client_id and x.request_id = e.card_request_id
        left join transfers m on m.client_id = e.client_id and m.request_id = e.request_id and m.phase = 3)
      select * from judged where fault is not null`,
  },
  {
    name: 'choice-balances',
    promise: 'of no choice certificate more is exchanged than it is worth',
    breaches: `
      select e.client_id, e.card_request_id, r.face_kopecks, sum(e.kopecks)::bigint as exchanged_kopecks
      from exchanged_orders e join requests r on r.client_id = e.client_id and r.id = e.card_request_id
      where e.given_back_at is null or e.returned_kopecks is not null
      group by e.client_id, e.card_request_id, r.face_kopecks having sum(e.kopecks) > r.face_kopecks`,
  },
];
