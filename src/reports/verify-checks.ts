/** The invariants of money, codes and orders. */
import { isComparedUuid } from '../clients/sandbox.ts';
import { endsOnOf } from '../vault/lots.ts';
import type { Check } from './verify-check.ts';
import { exchangeChecks } from './verify-exchanges.ts';
import { redemptionChecks } from './verify-redemptions.ts';

export const checks: Check[] = [
  {
    name: 'balances',
    promise: 'every balance is the sum of its transfers',
    breaches: `
      with entries as (
        select client_id, to_account as name, amount_kopecks as kopecks from transfers
        union all
        select client_id, from_account, -amount_kopecks from transfers),
      sums as (
        select client_id, name, sum(kopecks)::bigint as kopecks from entries group by client_id, name)
      select client_id, name as account, a.balance_kopecks, coalesce(s.kopecks, 0) as transfers_kopecks
      from accounts a full join sums s using (client_id, name)
      where a.balance_kopecks is distinct from coalesce(s.kopecks, 0)`,
  },
  {
    name: 'ledger-days',
    promise: 'the days of the ledger are the transfers up to where they are counted, and their totals run on',
    breaches: `
      with counted as (
        select t.client_id, t.kind, (t.at at time zone 'Europe/Moscow')::date as day, count(*) as transfers,
          sum(t.amount_kopecks)::bigint as kopecks, min(t.id) as first_id, max(t.id) as last_id
        from transfers t join ledger_positions p on p.client_id = t.client_id and t.id <= p.last_id group by 1, 2, 3),
      running as (
        select *, sum(sum_kopecks) over (partition by client_id, kind order by day) as running_kopecks from ledger_days)
      select client_id, kind, day, d.transfers, c.transfers as real_transfers, d.sum_kopecks, c.kopecks as real_kopecks,
        d.total_kopecks, d.running_kopecks
      from running d full join counted c using (client_id, kind, day)
      where d.transfers is distinct from c.transfers or d.sum_kopecks is distinct from c.kopecks
        or d.total_kopecks is distinct from d.running_kopecks or d.first_id > c.first_id or d.last_id < c.last_id`,
  },
  {
    name: 'zero-sum',
    promise: "each client's four accounts sum to zero",
    breaches: `
      select c.id as client_id, count(a.name) as accounts, coalesce(sum(a.balance_kopecks), 0)::bigint as sum_kopecks
      from clients c left join accounts a on a.client_id = c.id
      group by c.id having count(a.name) <> 4 or coalesce(sum(a.balance_kopecks), 0) <> 0`,
  },
  {
    name: 'money-of-requests',
    promise:
      'each request holds its sum once; issued ones capture it, ended ones without a certificate release it, refunded ones return it or a part of it once; those that a choice certificate has paid move no money of their client, but if they were refunded after it',
    breaches: `
      with money as (
        select client_id, request_id, count(*) filter (where phase = 1) as holds, count(*) filter (where phase = 2) as ends,
          max(kind) filter (where phase = 2) as ended_by, count(*) filter (where kind = 'refund') as refunds,
          min(amount_kopecks) filter (where kind <> 'refund') as least, max(amount_kopecks) as most
        from transfers where request_id is not null group by client_id, request_id),
      judged as (
        select client_id, request_id, r.state, r.testmode, r.sum_kopecks, m.holds, m.ends, m.ended_by, m.refunds, m.least, m.most,
          case
            when r.client_id is null then 'money of no request'
            when r.testmode then case when m.client_id is not null then 'a test order moved money' end
            when r.sum_kopecks = 0 then case when m.holds > 0 or m.ends > 0 then 'paid by a choice certificate and by its client' end
            when m.client_id is null then 'no money was held'
            when m.holds <> 1 then 'not held once'
            when m.least <> r.sum_kopecks or m.most <> r.sum_kopecks then 'another amount than the sum'
            when r.state in ('queued', 'obtaining', 'delayed') then case when m.ends <> 0 then 'the hold ended before the request' end
            when m.ends <> 1 then 'the hold has no end'
            when m.ended_by <> case r.state when 'issued' then 'capture' else 'release' end then 'the wrong end of the hold'
            when m.refunds <> case when r.refunded_at is null then 0 else 1 end then 'the refund is not booked once'
          end as fault
        from (select client_id, id as request_id, state, testmode, sum_kopecks, refunded_at from requests) r
        full join money m using (client_id, request_id))
      select * from judged where fault is not null`,
  },
  {
    name: 'sold-codes',
    promise:
      'every sold code belongs to one issued order for the same supplier, product and face, and to its certificate',
    breaches: `
      select c.supplier_id, c.id as code_id, c.client_id, c.request_id,
        case
          when r.id is null then 'no such request'
          when r.state not in ('issued', 'obtaining') then 'the request is not issued'
          when r.testmode then 'sold to a test order'
          when r.state = 'issued' and x.request_id is null then 'no certificate'
          when x.code_id is distinct from c.id then 'the certificate names another code'
          else 'another supplier, product or face'
        end as fault
      from codes c
      left join requests r on r.client_id = c.client_id and r.id = c.request_id
      left join certificates x on x.client_id = c.client_id and x.request_id = c.request_id
      where c.state = 'sold' and (
        r.id is null or r.state not in ('issued', 'obtaining') or r.testmode
        or r.state = 'issued' and x.code_id is distinct from c.id
        or (r.supplier_id, r.product_id, r.face_kopecks) <> (c.supplier_id, c.product_id, c.face_kopecks)
        or (x.supplier_id, x.product_id, x.face_kopecks) <> (c.supplier_id, c.product_id, c.face_kopecks))`,
  },
  {
    name: 'issued-orders',
    promise: 'every issued order has exactly one code and one certificate, test orders have no code',
    breaches: `
      with sold as (
        select client_id, request_id, count(*) as codes from codes where request_id is not null group by client_id, request_id),
      judged as (
        select r.client_id, r.id as request_id, r.order_id, r.testmode, coalesce(s.codes, 0) as codes,
          case
            when x.request_id is null then 'no certificate'
            when x.order_id <> r.order_id then 'the certificate bears another order number'
            when r.testmode and (s.codes > 0 or x.code_id is not null) then 'a test order took a code'
            when not r.testmode and coalesce(s.codes, 0) <> 1 then 'not one code'
            when not r.testmode and x.code_id is null then 'the certificate names no code'
          end as fault
        from requests r
        left join sold s on s.client_id = r.client_id and s.request_id = r.id
        left join certificates x on x.client_id = r.client_id and x.request_id = r.id
        where r.state = 'issued')
      select * from judged where fault is not null`,
  },
  {
    name: 'one-order-a-code',
    promise: 'no code stands on two certificates',
    breaches: `
      select supplier_id, code_id, count(*) as certificates, min(order_id) as one_order_id, max(order_id) as other_order_id
      from certificates where code_id is not null group by supplier_id, code_id having count(*) > 1`,
  },
  {
    name: 'order-numbers',
    promise: 'no two orders share a number',
    breaches: `
      select order_id, count(*) as orders from requests
      where order_id is not null and not testmode group by order_id having count(*) > 1`,
  },
  {
    name: 'certificates',
    promise: 'every certificate belongs to an issued request',
    breaches: `
      select x.client_id, x.request_id, x.order_id, r.state
      from certificates x left join requests r on r.client_id = x.client_id and r.id = x.request_id
      where r.id is null or r.state <> 'issued'`,
  },
  {
    name: 'stock',
    promise: 'the counters of every pool match its codes, and its positions ahead have no gaps',
    breaches: `
      with counted as (
        select c.supplier_id, c.product_id, c.face_kopecks, c.ends_on, count(*) filter (where c.state = 'free') as free,
          count(*) filter (where c.position >= s.next_position) as ahead, coalesce(max(c.position), 0) as highest,
          count(*) filter (where c.state = 'free' and (c.position is null or c.position < s.next_position)) as passed_over,
          count(*) filter (where c.state <> 'free' and c.state <> 'blocked' and c.position >= s.next_position) as taken_ahead
        from codes c
        left join stock s on s.supplier_id = c.supplier_id and s.product_id = c.product_id and s.face_kopecks = c.face_kopecks
          and s.ends_on = c.ends_on
        where c.position is not null or c.state = 'free'
        group by c.supplier_id, c.product_id, c.face_kopecks, c.ends_on)
      select supplier_id, product_id, face_kopecks, ends_on, s.free as free_counter, coalesce(c.free, 0) as free_codes,
        s.next_position, s.last_position, coalesce(c.highest, 0) as highest_position, coalesce(c.ahead, 0) as codes_ahead,
        c.passed_over, c.taken_ahead
      from stock s full join counted c using (supplier_id, product_id, face_kopecks, ends_on)
      where s.free is distinct from coalesce(c.free, 0) or s.last_position is distinct from coalesce(c.highest, 0)
        or s.last_position - s.next_position + 1 is distinct from coalesce(c.ahead, 0) or c.passed_over > 0 or c.taken_ahead > 0`,
  },
  {
    name: 'codes-set-aside',
    promise: 'every code that was set aside after a restore is blocked',
    breaches: `
      select s.supplier_id, s.code_id, c.state from codes_set_aside s
      left join codes c on c.supplier_id = s.supplier_id and c.id = s.code_id
      where c.state is distinct from 'blocked'`,
  },
  {
    name: 'lots',
    promise: 'every code of a pool is in the lot of its expiry day',
    breaches: `
      select supplier_id, id as code_id, ends_on, expires_at from codes
      where position is not null and ends_on is distinct from ${endsOnOf('expires_at')}`,
  },
  {
    name: 'promised-codes',
    promise: 'what of each lot may be promised is what is free in it and promised to no queued order',
    breaches: `
      with promised as (
        select supplier_id, product_id, face_kopecks, promised_lot as ends_on, count(*) as orders from requests
        where state = 'queued' and promised_lot is not null group by 1, 2, 3, 4)
      select supplier_id, product_id, face_kopecks, ends_on, s.free, a.available, coalesce(p.orders, 0) as promised
      from stock s full join stock_available a using (supplier_id, product_id, face_kopecks, ends_on)
      full join promised p using (supplier_id, product_id, face_kopecks, ends_on)
      where s.free - a.available is distinct from coalesce(p.orders, 0)`,
  },
  {
    name: 'promised-limits',
    promise: 'what a month has used of the limits of a brand is what the orders with a share in it come to',
    breaches: `
      with shares as (
        select p.supplier_id, p.brand_id, r.limit_month as month, count(*) as orders, sum(r.face_kopecks)::bigint as kopecks
        from requests r join products p on p.id = r.product_id
        where r.limit_month is not null and r.state in ('queued', 'obtaining', 'issued') group by 1, 2, 3)
      select supplier_id, brand_id, month, u.orders, u.orders_before, coalesce(s.orders, 0) as shares,
        u.sum_kopecks, u.sum_before_kopecks, coalesce(s.kopecks, 0) as shares_kopecks
      from brand_usage u full join shares s using (supplier_id, brand_id, month)
      where u.orders - u.orders_before is distinct from coalesce(s.orders, 0)
        or u.sum_kopecks - u.sum_before_kopecks is distinct from coalesce(s.kopecks, 0)`,
  },
  {
    name: 'listing',
    promise: 'every sold code stands in the list of its supplier, or waits to be listed, never both',
    breaches: `
      select c.supplier_id, c.id as code_id, c.listed_at
      from codes c left join unlisted_codes u on u.supplier_id = c.supplier_id and u.code_id = c.id
      where c.state = 'sold' and (c.listed_at is null) <> (u.code_id is not null)`,
  },
  {
    name: 'uuids',
    promise: 'every remembered uuid leads to the request that was placed with it',
    breaches: `
      select i.client_id, i.request_id
      from idempotency i left join requests r on r.client_id = i.client_id and r.id = i.request_id
      where r.id is null or not ${isComparedUuid('i.uuid', 'r.uuid')}
        or i.uuid <> r.uuid and not r.testmode`,
  },
  {
    name: 'bulk-lines',
    promise:
      'every placed line of a bulk order led to the request of its uuid, ends as that one did, and is counted',
    breaches: `
      with judged as (
        select l.client_id, l.bulk_id, l.line, l.state, r.id as request_id, r.state as request_state,
          case
            when r.id is null then 'no such request'
            when r.uuid <> l.uuid then 'another uuid'
            when r.product_id <> l.product_id or r.face_kopecks <> l.face_kopecks then 'another product or face'
            when l.state = 'issued' and r.state <> 'issued' then 'not issued'
            when l.state = 'failed' and r.state not in ('failed', 'cancelled') then 'not failed'
          end as fault
        from bulk_lines l left join requests r on r.client_id = l.client_id and r.id = l.request_id
        where l.request_id is not null),
      counted as (
        select client_id, bulk_id, count(*) as lines, count(*) filter (where state = 'wrong') as wrong,
          count(request_id) as placed, count(*) filter (where state = 'refused') as refused,
          count(*) filter (where state = 'issued') as issued, count(*) filter (where state = 'failed') as failed
        from bulk_lines group by 1, 2)
      select * from judged where fault is not null
      union all
      select b.client_id, b.id, null, b.state, null, null, 'the counters are not those of the lines'
      from bulk_orders b left join counted c on c.client_id = b.client_id and c.bulk_id = b.id
      where (b.state in ('preview', 'placing', 'paused', 'done') or b.confirmed_at is not null)
        and (b.lines, b.wrong, b.placed, b.refused, b.issued, b.failed)
          is distinct from (c.lines, c.wrong, c.placed, c.refused, c.issued, c.failed)`,
  },
  ...redemptionChecks,
  ...exchangeChecks,
];
