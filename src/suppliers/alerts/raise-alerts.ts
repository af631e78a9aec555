/** Alerts about stock, limits and sales that wait for a supplier's program: raised, and closed when their cause is gone. */
import { freeCodes, lotEnd, lotLasts } from '../../catalog/find-offers.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { gathered } from '../../platform/cells/merge.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import { queueLettersToPeople } from '../../messaging/outbox/queue-letters.ts';
import { usualPullHours } from '../used-export/integration-access.ts';
import { moscowDay, moscowMonth } from '../../platform/time/moscow-time.ts';

export interface AlertChanges {
  recovered: number;
  raised: number;
}

/**
 * What is watched: the sellable codes of a face, codes that expire too soon to be sold, what was used of a brand's
 * limits this month, and for how many hours the oldest sale waits for the supplier's program. `bar`: below how many codes, or how many
 * percent of the limit, it is low.
 */
const countedIn = (month: string, today: string, now: string): string => `
  select p.supplier_id, 'stock' as kind, p.id as product_id, f.face_kopecks, null::date as ends_on, null::bigint as brand_id,
    s.codes as counted, null::bigint as most, p.low_stock as bar
  from products p
  join faces f on f.product_id = p.id and f.face_kopecks > 0
  left join lateral (
    select ${freeCodes('a', 'p', today)} as codes from stock_available a
    where a.supplier_id = p.supplier_id and a.product_id = p.id and a.face_kopecks = f.face_kopecks) s on true
  where p.low_stock is not null and p.transfer_scheme = 'pool' and p.switched_on and f.switched_on
  union all
  select s.supplier_id, 'ending-codes', s.product_id, s.face_kopecks, ${lotEnd('s', 'p')}, null, sum(s.free)::bigint, null, null
  from stock s join products p on p.id = s.product_id and p.switched_on
  where s.free > 0 and not ${lotLasts('s', 'p', today)}
  group by 1, 2, 3, 4, 5
  union all
  select b.supplier_id, l.kind, null, null, null, b.id, l.used, l.most, b.low_limit_percent
  from brands b
  left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = ${month}
  cross join lateral (values
    ('orders-limit', b.monthly_orders_limit, coalesce(u.orders, 0)),
    ('sum-limit', b.monthly_sum_limit_kopecks, coalesce(u.sum_kopecks, 0))) as l (kind, most, used)
  where b.low_limit_percent is not null and l.most is not null
  union all
  select s.supplier_id, 'pull', null, null, null, null,
    floor(extract(epoch from ${now}::timestamptz - min(w.sold_at)) / 3600)::bigint, null, null
  from products p
  join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id
  cross join lateral (
    -- The first of a lot that waits is the one that was sold first.
    select sold_at from codes c
    where c.supplier_id = s.supplier_id and c.product_id = s.product_id and c.face_kopecks = s.face_kopecks
      and c.ends_on = s.ends_on and c.position < s.next_position and not c.active and c.state = 'sold'
      and (c.expires_at is null or c.expires_at > ${now}::timestamptz)
    order by c.position limit 1) w
  where p.activation_scheme = 'pull'
  group by s.supplier_id`;

const judged = `
  watched as (
    select *, case when most is null then counted else greatest(most - counted, 0) end as amount,
      case kind when 'stock' then counted < bar when 'ending-codes' then true
        when 'pull' then counted >= coalesce(
          (select pull_hours from integration_access a where a.supplier_id = counted.supplier_id), ${usualPullHours})
        else (most - counted) * 100 <= most * bar end as low
    from counted)`;

/** The transaction that raises alerts; what is in cells is counted in each of them. */
type Place = Celled & { db: Tx };

/** Counts as a list that statements read, with the values of its parameters, from $2 on. */
interface Counts {
  sql: string;
  values: unknown[];
}

/** On one server they are counted by the statements themselves, otherwise in each cell before. */
async function countsOf(place: Place, now: Date): Promise<Counts> {
  const times = [moscowMonth(now), moscowDay(now), now];
  if (place.cells.length === 0) return { sql: countedIn('$2', '$3', '$4'), values: times };
  const counts = await gathered<Celled & { db: Sql }, object>(place, async ({ db }) => {
    const { rows } = await db.query<object>(countedIn('$1', '$2', '$3'), times);
    return rows;
  });
  return { sql: summedCounts, values: [JSON.stringify(counts)] };
}

const summedCounts = `
  select supplier_id, kind, product_id, face_kopecks, ends_on, brand_id,
    case kind when 'pull' then max(counted) else sum(counted)::bigint end as counted, most, bar
  from jsonb_to_recordset($2::jsonb) c (supplier_id bigint, kind text, product_id bigint, face_kopecks bigint, ends_on date,
    brand_id bigint, counted bigint, most bigint, bar bigint)
  group by supplier_id, kind, product_id, face_kopecks, ends_on, brand_id, most, bar`;

const sameThing = `a.supplier_id = w.supplier_id and a.kind = w.kind
  and a.product_id is not distinct from w.product_id and a.face_kopecks is not distinct from w.face_kopecks
  and a.ends_on is not distinct from w.ends_on and a.brand_id is not distinct from w.brand_id`;

/**
 * Closes alerts whose cause is gone and raises new ones with their mails, in one commit, so each is mailed once despite
 * crashes. The key of open alerts prevents duplicates by concurrent processes.
 */
export async function raiseAlerts(place: Place, operatorMail: string, now: Date): Promise<AlertChanges> {
  const { db: tx } = place;
  const { sql, values } = await countsOf(place, now);
  const recovered = await tx.query(
    `with counted as (${sql}), ${judged}
     update alerts a set recovered_at = $1
     where a.recovered_at is null and not exists (select 1 from watched w where ${sameThing} and w.low)`,
    [now, ...values],
  );
  const { rows: readers } = await tx.query<{ address: string }>(`select address from alert_readers`);
  const { rows: raised } = await tx.query<{ supplierId: number; id: number; contact: string }>(
    `with counted as (${sql}), ${judged},
     raised as (
       insert into alerts (supplier_id, kind, product_id, face_kopecks, ends_on, brand_id, left_then, limit_then, raised_at)
       select supplier_id, kind, product_id, face_kopecks, ends_on, brand_id, amount, most, $1 from watched w
       where low and not exists (select 1 from alerts a where ${sameThing} and a.recovered_at is null)
       order by supplier_id, product_id, face_kopecks, ends_on, brand_id, kind
       on conflict do nothing
       returning supplier_id, id)
     select r.supplier_id as "supplierId", r.id, s.contact_email as contact
     from raised r join suppliers s on s.id = r.supplier_id order by r.id`,
    [now, ...values],
  );
  const letters = raised.flatMap(({ supplierId: ownerId, id: aboutId, contact }) =>
    [...new Set([contact, operatorMail, ...readers.map(({ address }) => address)])]
      .filter((address) => address !== '')
      .map((address) => ({ ownerId, aboutId, address, language: null, content: {} })),
  );
  await queueLettersToPeople(tx, 'alert', letters, now);
  return { recovered: recovered.rowCount ?? 0, raised: raised.length };
}
