/** Alerts about stock and limits: raised, and closed when their cause is gone. */
import { lotEnd, lotLasts } from '../../catalog/find-offers.ts';
import type { Tx } from '../../platform/database/database.ts';
import { moscowDay, moscowMonth } from '../../platform/time/moscow-time.ts';

export interface AlertChanges {
  recovered: number;
  raised: number;
}

/**
 * What is watched: the sellable codes of a face, codes that expire too soon to be sold, and what is left of a brand's
 * limits this month.
 */
const watched = `
  with watched as (
    select p.supplier_id, 'stock' as kind, p.id as product_id, f.face_kopecks, null::date as ends_on, null::bigint as brand_id,
      coalesce(s.codes, 0) as amount, null::bigint as most, coalesce(s.codes, 0) < p.low_stock as low
    from products p
    join faces f on f.product_id = p.id and f.face_kopecks > 0
    left join lateral (
      select sum(a.available)::bigint as codes from stock_available a
      where a.supplier_id = p.supplier_id and a.product_id = p.id and a.face_kopecks = f.face_kopecks
        and ${lotLasts('a', 'p', '$3')}) s on true
    where p.low_stock is not null and p.transfer_scheme = 'pool' and p.switched_on and f.switched_on
    union all
    select s.supplier_id, 'ending-codes', s.product_id, s.face_kopecks, ${lotEnd('s', 'p')}, null, sum(s.free)::bigint, null, true
    from stock s join products p on p.id = s.product_id and p.switched_on
    where s.free > 0 and not ${lotLasts('s', 'p', '$3')}
    group by 1, 2, 3, 4, 5
    union all
    select b.supplier_id, l.kind, null, null, null, b.id, greatest(l.most - l.used, 0), l.most,
      (l.most - l.used) * 100 <= l.most * b.low_limit_percent
    from brands b
    left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = $1
    cross join lateral (values
      ('orders-limit', b.monthly_orders_limit, coalesce(u.orders, 0)),
      ('sum-limit', b.monthly_sum_limit_kopecks, coalesce(u.sum_kopecks, 0))) as l (kind, most, used)
    where b.low_limit_percent is not null and l.most is not null)`;

const sameThing = `a.supplier_id = w.supplier_id and a.kind = w.kind
  and a.product_id is not distinct from w.product_id and a.face_kopecks is not distinct from w.face_kopecks
  and a.ends_on is not distinct from w.ends_on and a.brand_id is not distinct from w.brand_id`;

/**
 * Closes alerts whose cause is gone and raises new ones with their mails, in one commit, so each is mailed once despite
 * crashes. The key of open alerts prevents duplicates by concurrent processes.
 */
export async function raiseAlerts(tx: Tx, operatorMail: string, now: Date): Promise<AlertChanges> {
  const [month, today] = [moscowMonth(now), moscowDay(now)];
  const recovered = await tx.query(
    `${watched}
     update alerts a set recovered_at = $2
     where a.recovered_at is null and not exists (select from watched w where ${sameThing} and w.low)`,
    [month, now, today],
  );
  const raised = await tx.query<{ count: number }>(
    `${watched},
     raised as (
       insert into alerts (supplier_id, kind, product_id, face_kopecks, ends_on, brand_id, left_then, limit_then, raised_at)
       select supplier_id, kind, product_id, face_kopecks, ends_on, brand_id, amount, most, $2 from watched w
       where low and not exists (select from alerts a where ${sameThing} and a.recovered_at is null)
       order by supplier_id, product_id, face_kopecks, ends_on, brand_id, kind
       on conflict do nothing
       returning supplier_id, id),
     mailed as (
       insert into alert_mails (supplier_id, alert_id, address, state, due_at)
       select distinct r.supplier_id, r.id, m.address, 'due', $2::timestamptz
       from raised r join suppliers s on s.id = r.supplier_id
       cross join lateral (
         values ($4::text), (s.contact_email) union select address from alert_readers) as m (address)
       where m.address <> '')
     select count(*) from raised`,
    [month, now, today, operatorMail],
  );
  return { recovered: recovered.rowCount ?? 0, raised: raised.rows[0]?.count ?? 0 };
}
