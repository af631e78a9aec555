import type { Tx } from '../platform/database.ts';
import { moscowMonth } from '../platform/moscow-time.ts';

export interface BrandUse {
  supplierId: number;
  brandId: number;
  faceKopecks: number;
}

interface Left {
  supplier_id: number;
  brand_id: number;
  orders_left: number | null;
  kopecks_left: number | null;
}

const keyOf = (supplierId: number, brandId: number): string => `${supplierId}:${brandId}`;

/**
 * Counts sales against the monthly limits of their brands, exactly: the usage rows stay locked until the transaction
 * ends. Answers for each use, in order, whether it is within the limit; only those that are have been counted.
 */
export async function useBrandLimits(tx: Tx, uses: BrandUse[], now: Date): Promise<boolean[]> {
  if (uses.length === 0) return [];
  const left = await lockUsage(tx, uses, moscowMonth(now));
  const granted = uses.map((use) => {
    const row = left.get(keyOf(use.supplierId, use.brandId));
    if (row === undefined) throw new Error('A product names a brand that is not there.');
    const fits =
      (row.orders_left === null || row.orders_left >= 1) &&
      (row.kopecks_left === null || row.kopecks_left >= use.faceKopecks);
    if (!fits) return false;
    if (row.orders_left !== null) row.orders_left -= 1;
    if (row.kopecks_left !== null) row.kopecks_left -= use.faceKopecks;
    return true;
  });
  await countUses(
    tx,
    uses.filter((_, index) => granted[index]),
    moscowMonth(now),
    1,
  );
  return granted;
}

/** Takes back uses of a month (`YYYY-MM-01`) that came to nothing. */
export async function giveBackBrandLimits(tx: Tx, uses: BrandUse[], month: string): Promise<void> {
  await countUses(tx, uses, month, -1);
}

/** Says what a month (`YYYY-MM-01`) has used, whatever was counted before. */
export async function setBrandUsage(
  tx: Tx,
  use: { supplierId: number; brandId: number; month: string; orders: number; kopecks: number },
): Promise<void> {
  await tx.query(
    `insert into brand_usage (supplier_id, brand_id, month, orders, sum_kopecks) values ($1, $2, $3, $4, $5)
     on conflict (supplier_id, brand_id, month) do update
       set orders = excluded.orders, sum_kopecks = excluded.sum_kopecks`,
    [use.supplierId, use.brandId, use.month, use.orders, use.kopecks],
  );
}

async function lockUsage(tx: Tx, uses: BrandUse[], month: string): Promise<Map<string, Left>> {
  const values = [uses.map((use) => use.supplierId), uses.map((use) => use.brandId), month];
  const [, { rows }] = await Promise.all([
    tx.query(
      `insert into brand_usage (supplier_id, brand_id, month)
       select distinct supplier_id, brand_id, $3::date from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, brand_id)
       order by 1, 2 on conflict do nothing`,
      values,
    ),
    tx.query<Left>(
      `select u.supplier_id, u.brand_id, b.monthly_orders_limit - u.orders as orders_left,
         b.monthly_sum_limit_kopecks - u.sum_kopecks as kopecks_left
       from brand_usage u join brands b on b.supplier_id = u.supplier_id and b.id = u.brand_id
       where u.month = $3 and (u.supplier_id, u.brand_id) in (select * from unnest($1::bigint[], $2::bigint[]))
       order by u.supplier_id, u.brand_id for update of u`,
      values,
    ),
  ]);
  return new Map(rows.map((row) => [keyOf(row.supplier_id, row.brand_id), row]));
}

async function countUses(tx: Tx, uses: BrandUse[], month: string, sign: 1 | -1): Promise<void> {
  if (uses.length === 0) return;
  await tx.query(
    `update brand_usage u set orders = u.orders + $5 * w.orders, sum_kopecks = u.sum_kopecks + $5 * w.kopecks
     from (select supplier_id, brand_id, count(*) as orders, sum(kopecks)::bigint as kopecks
           from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g (supplier_id, brand_id, kopecks) group by 1, 2) w
     where u.supplier_id = w.supplier_id and u.brand_id = w.brand_id and u.month = $4`,
    [
      uses.map((use) => use.supplierId),
      uses.map((use) => use.brandId),
      uses.map((use) => use.faceKopecks),
      month,
      sign,
    ],
  );
}
