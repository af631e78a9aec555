import assert from 'node:assert/strict';
import type { Sql } from '../../src/platform/database/database.ts';

/**
 * Invariants of the whole database between any two transactions. Written independently of the platform's own `verify`,
 * so that neither hides a mistake of the other.
 */
export async function assertInvariants(db: Sql): Promise<void> {
  for (const [promise, query] of Object.entries(broken)) {
    // A limit on the query itself would have it planned for its first rows: a loop over all codes for each order.
    const { rows } = await db.query(`with broken as materialized (${query}) select * from broken limit 5`);
    assert.deepEqual(rows, [], promise);
  }
}

const broken = {
  'no money comes from nowhere': `
    select client_id, sum(balance_kopecks) from accounts group by client_id having sum(balance_kopecks) <> 0`,
  'every balance is the sum of its entries': `
    select a.client_id, a.name, a.balance_kopecks from accounts a
    left join (
      select client_id, account, sum(kopecks) as kopecks from (
        select client_id, to_account as account, amount_kopecks as kopecks from transfers
        union all select client_id, from_account, -amount_kopecks from transfers) entries
      group by 1, 2) e on e.client_id = a.client_id and e.account = a.name
    where a.balance_kopecks <> coalesce(e.kopecks, 0)`,
  'a request holds its price from acceptance to its end, a test order or one paid by a choice certificate holds nothing': `
    select r.client_id, r.id, r.state, h.amount_kopecks, e.kind from requests r
    left join transfers h on h.client_id = r.client_id and h.request_id = r.id and h.phase = 1
    left join transfers e on e.client_id = r.client_id and e.request_id = r.id and e.phase = 2
    where case when r.testmode or r.sum_kopecks = 0 then h.id is not null or e.id is not null
      else h.amount_kopecks is distinct from r.sum_kopecks
        or e.kind is distinct from
          case when r.state = 'issued' then 'capture' when r.state in ('failed', 'cancelled') then 'release' end
        or e.amount_kopecks <> r.sum_kopecks end`,
  'of what is refunded goes back once what was paid for what is left, or all that the supplier took back, and nothing else does': `
    select r.client_id, r.id, t.amount_kopecks from requests r
    left join codes c on c.client_id = r.client_id and c.request_id = r.id
    left join exchanged_orders e on e.client_id = r.client_id and e.request_id = r.id
    left join requests card on card.client_id = e.client_id and card.id = e.card_request_id
    left join transfers t on t.client_id = r.client_id and t.request_id = r.id and t.phase = 3
    where t.kind <> 'refund' or coalesce(t.amount_kopecks, 0) <> case
      when r.refunded_at is null or r.sum_kopecks = 0 and e.returned_kopecks is null then 0
      when r.sum_kopecks = 0 then card.sum_kopecks * e.kopecks / card.face_kopecks
      when exists (
        select from redemptions d where d.supplier_id = c.supplier_id and d.code_id = c.id and d.taken_back_at is not null) then r.sum_kopecks
      else r.sum_kopecks * (c.face_kopecks - coalesce(c.taken_kopecks, 0)) / c.face_kopecks end`,
  'no money is held without a request': `
    select t.client_id, t.id from transfers t
    where t.request_id is not null
      and not exists (select from requests r where r.client_id = t.client_id and r.id = t.request_id)`,
  'an issued order has one code of its product and face, sold, or blocked by a refund; any other has none': `
    select r.client_id, r.id, r.state, count(c.id) from requests r
    left join codes c on c.client_id = r.client_id and c.request_id = r.id and c.supplier_id = r.supplier_id
      and c.product_id = r.product_id and c.face_kopecks = r.face_kopecks
      and c.state = case when r.refunded_at is null then 'sold' else 'blocked' end
    group by r.client_id, r.id, r.state, r.testmode
    having count(c.id) <> case when r.state = 'issued' and not r.testmode then 1 else 0 end`,
  'a sold code belongs to one certificate': `
    select c.supplier_id, c.id, count(t.request_id) from codes c
    left join certificates t on t.supplier_id = c.supplier_id and t.code_id = c.id
      and t.client_id = c.client_id and t.request_id = c.request_id
    where c.state = 'sold' group by c.supplier_id, c.id having count(t.request_id) <> 1`,
  'a certificate is there exactly for an issued order': `
    select r.client_id, r.id, r.state from requests r
    left join certificates t on t.client_id = r.client_id and t.request_id = r.id
    where (r.state = 'issued') <> (t.request_id is not null)`,
  'no order number is given twice': `
    select order_id from requests where order_id is not null and not testmode
    group by order_id having count(*) > 1`,
  'the stock counters count the free codes ahead': `
    select s.product_id, s.face_kopecks, s.free, count(c.id) from stock s
    left join codes c on c.supplier_id = s.supplier_id and c.product_id = s.product_id
      and c.face_kopecks = s.face_kopecks and c.ends_on = s.ends_on and c.state = 'free' and c.position >= s.next_position
    group by s.supplier_id, s.product_id, s.face_kopecks, s.ends_on, s.free having s.free <> count(c.id)`,
  'as many codes of a lot are promised as queued orders were promised one': `
    select s.product_id, s.face_kopecks, s.ends_on, s.free, a.available, count(r.id) from stock s
    left join stock_available a on a.supplier_id = s.supplier_id and a.product_id = s.product_id
      and a.face_kopecks = s.face_kopecks and a.ends_on = s.ends_on
    left join requests r on r.product_id = s.product_id and r.face_kopecks = s.face_kopecks
      and r.promised_lot = s.ends_on and r.state = 'queued'
    group by s.supplier_id, s.product_id, s.face_kopecks, s.ends_on, s.free, a.available
    having a.available is distinct from s.free - count(r.id)`,
  'a queued order of a pool has a promise, and nobody else has one but those who got their code': `
    select r.client_id, r.id, r.state, r.promised_lot from requests r join products p on p.id = r.product_id
    where r.state = 'queued' and not r.testmode and p.transfer_scheme = 'pool' and r.promised_lot is null
      or r.promised_lot is not null and (r.testmode or p.transfer_scheme <> 'pool' or r.state in ('obtaining', 'delayed'))`,
  'no free code lies behind': `
    select c.supplier_id, c.id from codes c
    join stock s on s.supplier_id = c.supplier_id and s.product_id = c.product_id and s.face_kopecks = c.face_kopecks and s.ends_on = c.ends_on
    where c.state = 'free' and c.position < s.next_position`,
  'a uuid names one request of its client, and a request one uuid': `
    select r.client_id, r.id, r.uuid from requests r
    full join idempotency i on i.client_id = r.client_id and i.request_id = r.id and i.uuid = r.uuid
    where (r.uuid <> '' and i.uuid is null) or r.id is null`,
  'the use of a brand is within its limit, and is what was accepted or sold': `
    select u.brand_id, u.orders, count(r.id) from brand_usage u
    join brands b on b.supplier_id = u.supplier_id and b.id = u.brand_id
    left join products p on p.supplier_id = b.supplier_id and p.brand_id = b.id
    left join requests r on r.product_id = p.id and r.state in ('queued', 'obtaining', 'issued')
      and r.limit_month = u.month
    group by u.supplier_id, u.brand_id, u.month, u.orders, u.sum_kopecks, b.monthly_orders_limit, b.monthly_sum_limit_kopecks
    having u.orders <> count(r.id) or u.sum_kopecks <> coalesce(sum(r.face_kopecks), 0)
      or u.orders > b.monthly_orders_limit or u.sum_kopecks > b.monthly_sum_limit_kopecks`,
  'every end of a request with a callback address is announced once, and nothing else is': `
    select r.client_id, r.id, r.state from requests r
    full join callbacks c on c.client_id = r.client_id and c.request_id = r.id
    where (r.callback_url is not null and r.state in ('issued', 'failed', 'cancelled')) is distinct from (c.request_id is not null)`,
};
