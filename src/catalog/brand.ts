/** Brands of suppliers and their monthly limits. */
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { mergedSums, plus } from '../platform/cells/merge.ts';
import type { Sql, Tx } from '../platform/database/database.ts';
import { moscowMonth } from '../platform/time/moscow-time.ts';

/** Limits agreed with a supplier for a brand, per Moscow month; null: none. */
export interface BrandLimits {
  monthlyOrders: number | null;
  monthlySumKopecks: number | null;
  /** An alert is mailed when less than this percentage of a limit is left; null: never. */
  lowLimitPercent: number | null;
}

export interface Brand extends BrandLimits {
  supplierId: number;
  brandId: number;
  name: string;
  usedOrders: number;
  usedSumKopecks: number;
}

/** Sets the limits of a supplier's brand; adds the brand if it does not exist. */
export async function setBrand(
  tx: Tx,
  ask: { supplierId: number; name: string; limits: Partial<BrandLimits> },
): Promise<'set' | 'no-supplier'> {
  const { rowCount } = await tx.query(
    `insert into brands (supplier_id, name)
     select id, $2 from suppliers where id = $1
     on conflict (supplier_id, name) do update set name = excluded.name`,
    [ask.supplierId, ask.name],
  );
  if (rowCount === 0) return 'no-supplier';
  const { monthlyOrders, monthlySumKopecks, lowLimitPercent } = ask.limits;
  await tx.query(
    `update brands
     set monthly_orders_limit = case when $3 then $4 else monthly_orders_limit end,
         monthly_sum_limit_kopecks = case when $5 then $6 else monthly_sum_limit_kopecks end,
         low_limit_percent = case when $7 then $8 else low_limit_percent end
     where supplier_id = $1 and name = $2`,
    [
      ask.supplierId,
      ask.name,
      monthlyOrders !== undefined,
      monthlyOrders ?? null,
      monthlySumKopecks !== undefined,
      monthlySumKopecks ?? null,
      lowLimitPercent !== undefined,
      lowLimitPercent ?? null,
    ],
  );
  return 'set';
}

/** Finds a brand by name and locks it until the transaction ends. */
export async function findBrand(
  tx: Tx,
  ask: { supplierId: number; name: string },
): Promise<(BrandLimits & { brandId: number }) | null> {
  const { rows } = await tx.query<BrandLimits & { brandId: number }>(
    `select id as "brandId", monthly_orders_limit as "monthlyOrders", monthly_sum_limit_kopecks as "monthlySumKopecks",
       low_limit_percent as "lowLimitPercent"
     from brands where supplier_id = $1 and name = $2 for update`,
    [ask.supplierId, ask.name],
  );
  return rows[0] ?? null;
}

/** The brands of one or all suppliers, with this month's use of their limits in all cells. */
export const listBrandsOfAll = (
  ctx: ReadingContext,
  supplierId: number | null,
  now: Date,
): Promise<Brand[]> => mergedSums(ctx, ofBrand, ({ pageDb }) => listBrands(pageDb, supplierId, now));

const ofBrand = {
  key: ({ supplierId, brandId }: Brand) => `${supplierId} ${brandId}`,
  join: { usedOrders: plus, usedSumKopecks: plus },
};

async function listBrands(db: Sql, supplierId: number | null, now: Date): Promise<Brand[]> {
  const { rows } = await db.query<Brand>(
    `select b.supplier_id as "supplierId", b.id as "brandId", b.name, b.monthly_orders_limit as "monthlyOrders",
       b.monthly_sum_limit_kopecks as "monthlySumKopecks",
       b.low_limit_percent as "lowLimitPercent", coalesce(u.orders, 0) as "usedOrders",
       coalesce(u.sum_kopecks, 0) as "usedSumKopecks"
     from brands b
     left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = $2
     where $1::bigint is null or b.supplier_id = $1 order by b.supplier_id, b.id`,
    [supplierId, moscowMonth(now)],
  );
  return rows;
}
