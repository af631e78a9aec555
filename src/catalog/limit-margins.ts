import type { Sql, Tx } from '../platform/database/database.ts';

/** What a brand may have used of a month's limits beyond what is counted. */
export interface LimitMargin {
  supplierId: number;
  brandId: number;
  month: string;
  orders: number;
  sumKopecks: number;
}

/** Counts margins as used, as far as the limits allow. They count as used before counting began, so that totals agree. */
export async function addLimitMargins(tx: Tx, margins: LimitMargin[]): Promise<LimitMargin[]> {
  const added: LimitMargin[] = [];
  for (const margin of margins) {
    const { rows } = await tx.query<LimitMargin>(
      `with used as (
         insert into brand_usage as u (supplier_id, brand_id, month) values ($1, $2, $3)
         on conflict (supplier_id, brand_id, month) do update set orders = u.orders returning *),
       left_over as (
         select greatest(0, least($4, coalesce(b.monthly_orders_limit - u.orders, $4))) as orders,
           greatest(0, least($5, coalesce(b.monthly_sum_limit_kopecks - u.sum_kopecks, $5))) as kopecks
         from used u join brands b on b.supplier_id = u.supplier_id and b.id = u.brand_id)
       insert into limit_margins select $1, $2, $3, orders, kopecks from left_over
       on conflict (supplier_id, brand_id, month) do nothing
       returning supplier_id as "supplierId", brand_id as "brandId", month, orders, sum_kopecks as "sumKopecks"`,
      [margin.supplierId, margin.brandId, margin.month, margin.orders, margin.sumKopecks],
    );
    const [row] = rows;
    if (row === undefined) continue;
    await countMargin(tx, row, 1);
    added.push(row);
  }
  return added;
}

const countMargin = (tx: Tx, margin: LimitMargin, sign: 1 | -1): Promise<unknown> =>
  tx.query(
    `update brand_usage set orders = orders + $4, orders_before = orders_before + $4, sum_kopecks = sum_kopecks + $5,
       sum_before_kopecks = sum_before_kopecks + $5
     where supplier_id = $1 and brand_id = $2 and month = $3`,
    [margin.supplierId, margin.brandId, margin.month, sign * margin.orders, sign * margin.sumKopecks],
  );

export async function listLimitMargins(db: Sql): Promise<LimitMargin[]> {
  const { rows } = await db.query<LimitMargin>(
    `select supplier_id as "supplierId", brand_id as "brandId", month, orders, sum_kopecks as "sumKopecks"
     from limit_margins order by 1, 2, 3`,
  );
  return rows;
}

/** Ends the margins: they stay counted as used, or not. Returns how many. */
export async function endLimitMargins(tx: Tx, keep: boolean): Promise<number> {
  const margins = await listLimitMargins(tx);
  if (!keep) for (const margin of margins) await countMargin(tx, margin, -1);
  await tx.query(`delete from limit_margins`);
  return margins.length;
}

/** The most that was sold in one hour of each brand with monthly limits. Reads the orders since then once. */
export async function peakBrandSales(
  db: Sql,
  since: Date,
): Promise<{ supplierId: number; brandId: number; orders: number; kopecks: number }[]> {
  const { rows } = await db.query<{ supplierId: number; brandId: number; orders: number; kopecks: number }>(
    `with hours as (
       select p.supplier_id, p.brand_id, date_trunc('hour', r.accepted_at) as hour, count(*) as orders,
         sum(r.face_kopecks)::bigint as kopecks
       from requests r join products p on p.id = r.product_id
       where r.limit_month is not null and r.accepted_at >= $1 group by 1, 2, 3)
     select supplier_id as "supplierId", brand_id as "brandId", max(orders) as orders, max(kopecks) as kopecks
     from hours group by 1, 2 order by 1, 2`,
    [since],
  );
  return rows;
}
