/** Checks of the tables beside orders from which lists, search and charts are read. Days that still change are left out. */
import type { Check } from './verify-check.ts';

const moscowDay = `(r.accepted_at at time zone 'Europe/Moscow')::date`;

/** Requests in one block are compared as one, so that a breach names a place that can be looked through. */
const block = 100_000;

export const listChecks: Check[] = [
  {
    name: 'order-days',
    promise: 'the sums of every day that is over are those of its orders, by product and outcome',
    breaches: `
      with counted as (
        select r.client_id, ${moscowDay} as day, r.product_id, r.state as outcome, coalesce(r.error_code, 0) as error_code,
          count(*) as orders, sum(r.sum_kopecks)::bigint as kopecks
        from requests r
        join order_day_spans s on s.client_id = r.client_id and s.day = ${moscowDay} and s.due_at is null
        where not r.testmode group by 1, 2, 3, 4, 5),
      kept as (
        select d.* from order_days d
        join order_day_spans s on s.client_id = d.client_id and s.day = d.day and s.due_at is null)
      select client_id, day, product_id, outcome, error_code, k.orders, c.orders as real_orders, k.sum_kopecks,
        c.kopecks as real_kopecks
      from kept k full join counted c using (client_id, day, product_id, outcome, error_code)
      where k.orders is distinct from c.orders or k.sum_kopecks is distinct from c.kopecks`,
  },
  {
    name: 'order-day-spans',
    promise:
      'every day with orders of a client is known with its first and last request, and how fast it was issued',
    breaches: `
      with ended as (
        select r.client_id, ${moscowDay} as day, r.id, extract(epoch from r.ended_at - r.accepted_at) as seconds,
          r.state = 'issued' and not r.testmode as is_issued
        from requests r),
      counted as (
        select client_id, day, min(id) as first, max(id) as last,
          count(*) filter (where is_issued and seconds <= 5) as within_5_s,
          count(*) filter (where is_issued and seconds > 5 and seconds <= 60) as within_1_min,
          count(*) filter (where is_issued and seconds > 60 and seconds <= 3600) as within_1_h,
          count(*) filter (where is_issued and seconds > 3600) as slower
        from ended group by 1, 2),
      newest as (select client_id, max(day) as newest_day from order_day_spans group by client_id)
      select client_id, c.day, s.first_request, c.first as real_first, s.last_request, c.last as real_last,
        case when s.day is null then 'the day is missing' when s.open_orders > 0 then 'it has open orders'
          else 'it is another span, or another speed' end as fault
      from counted c join newest n using (client_id)
      left join order_day_spans s using (client_id, day)
      where (s.day is null and c.day <= n.newest_day)
        or (s.due_at is null and s.day is not null and (
          s.open_orders > 0 or (s.first_request, s.last_request, s.within_5_s, s.within_1_min, s.within_1_h, s.slower)
            is distinct from (c.first, c.last, c.within_5_s, c.within_1_min, c.within_1_h, c.slower)))`,
  },
  {
    name: 'order-terms',
    promise:
      'every order that the index of terms knows has as many terms as it has addresses and numbers to be found by',
    breaches: `
      with wanted as (
        select r.client_id, r.id / ${block} as block,
          sum((r.email_to <> '')::int + (r.to_phone <> '')::int + (r.external_id <> '')::int) as terms
        from requests r join order_terms_read t on t.client_id = r.client_id and r.id <= t.last_request group by 1, 2),
      indexed as (
        select client_id, request_id / ${block} as block, count(*) as terms from order_terms group by 1, 2)
      select client_id, block * ${block} as first_request, (block + 1) * ${block} - 1 as last_request,
        coalesce(i.terms, 0) as terms, coalesce(w.terms, 0) as real_terms
      from indexed i full join wanted w using (client_id, block)
      where coalesce(i.terms, 0) <> coalesce(w.terms, 0)`,
  },
  {
    name: 'request-clients',
    promise: 'every order that search knows is in the directory of numbers, with its client',
    breaches: `
      select r.client_id, r.id as request_id, d.client_id as filed_under
      from requests r join order_terms_read t on t.client_id = r.client_id and r.id <= t.last_request
      left join request_clients d on d.request_id = r.id where d.client_id is distinct from r.client_id`,
  },
];
