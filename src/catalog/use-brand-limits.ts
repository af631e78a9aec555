/** Monthly limits of brands: what is left of them, and what orders use and give back. */
import { inOrder, type Tx } from '../platform/database/database.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { joinNewest } from '../platform/database/newest-version.ts';
import { byPlaces } from '../platform/database/by-keys.ts';
import { allowedKopecks, allowedOrders } from './limit-shares.ts';

/** A sale that counts towards the limits of a brand. */
export interface BrandUse {
  supplierId: number;
  brandId: number;
  faceKopecks: number;
}

/** What is left of a brand's limits in a month; null: no such limit. */
export interface LimitsLeft {
  orders: number | null;
  kopecks: number | null;
}

type Brand = Omit<BrandUse, 'faceKopecks'>;

const keyOf = ({ supplierId, brandId }: Brand): string => `${supplierId}:${brandId}`;

/** The remaining limits of some brands, in memory: judging a batch subtracts from it without writing. */
export class OpenLimits {
  readonly #left = new Map<string, LimitsLeft>();

  /** Adds the limits of a brand; a brand already known is not changed. */
  add(brand: Brand, left: LimitsLeft): void {
    if (!this.#left.has(keyOf(brand))) this.#left.set(keyOf(brand), { ...left });
  }

  /** Whether the limits allow this use that many times; a brand without limits always does. */
  fits(use: BrandUse, times = 1): boolean {
    const left = this.#left.get(keyOf(use));
    if (left === undefined) return true;
    return (left.orders ?? Infinity) >= times && (left.kopecks ?? Infinity) >= times * use.faceKopecks;
  }

  take(use: BrandUse): void {
    const left = this.#left.get(keyOf(use));
    if (left === undefined) return;
    if (left.orders !== null) left.orders -= 1;
    if (left.kopecks !== null) left.kopecks -= use.faceKopecks;
  }
}

/**
 * Limits with this many times what a batch needs are not locked while the batch is judged: other concurrent
 * batches cannot use up the difference. If they did, `useBrandLimits` would fail.
 */
const ampleTimes = 10;

/**
 * Whether these uses can be judged by what was read, because either plenty or nothing is left; otherwise the limits
 * must be locked.
 */
export const areLimitsAmple = (read: OpenLimits, uses: BrandUse[]): boolean =>
  [...Map.groupBy(uses, keyOf).values()].every((ofBrand) => {
    const largest = Math.max(...ofBrand.map(({ faceKopecks }) => faceKopecks));
    const smallest = Math.min(...ofBrand.map(({ faceKopecks }) => faceKopecks));
    const [one] = ofBrand as [BrandUse];
    return (
      read.fits({ ...one, faceKopecks: largest }, ampleTimes * ofBrand.length) ||
      !read.fits({ ...one, faceKopecks: smallest })
    );
  });

/** Locks what has been used of these brands' limits in a month (`YYYY-MM-01`) and reads what is left. */
export async function lockLimits(tx: Tx, uses: BrandUse[], month: string): Promise<OpenLimits> {
  const open = new OpenLimits();
  if (uses.length === 0) return open;
  for (const row of await lockUsage(tx, uses, month)) open.add(row, row);
  return open;
}

/** Locks the rows of these brands in a fixed order; of one that is used in a month for the first time it is made. */
async function lockUsage(tx: Tx, uses: BrandUse[], month: string): Promise<(Brand & LimitsLeft)[]> {
  const values = [uses.map((use) => use.supplierId), uses.map((use) => use.brandId), month];
  const { make, lock } = keepsMany(tx) ? ofNewest : ofBrands;
  const [, { rows }] = await inOrder(
    () =>
      tx.query(
        `insert into brand_usage (supplier_id, brand_id, month) ${make} on conflict do nothing`,
        values,
      ),
    () =>
      tx.query<Brand & LimitsLeft>(
        `select b.supplier_id as "supplierId", b.id as "brandId", ${allowedOrders} - u.orders as orders,
           ${allowedKopecks} - u.sum_kopecks as kopecks
         from ${lock}`,
        values,
      ),
  );
  return rows;
}

const ofBrands = {
  make: `select distinct supplier_id, brand_id, $3::date from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, brand_id)
    order by 1, 2`,
  lock: `brand_usage u join brands b on b.supplier_id = u.supplier_id and b.id = u.brand_id
    where u.month = $3 and (u.supplier_id, u.brand_id) in (select * from unnest($1::bigint[], $2::bigint[]))
    order by u.supplier_id, u.brand_id for update of u`,
};

const usedBrands = `(
  select distinct supplier_id, brand_id, $3::date as month
  from unnest($1::bigint[], $2::bigint[]) as used (supplier_id, brand_id) order by 1, 2) w`;

const newestUsage = (of: { columns: string; as: string; lock?: 'for update' }): string =>
  joinNewest('brand_usage', {
    ...of,
    key: { supplier_id: 'w.supplier_id', brand_id: 'w.brand_id', month: 'w.month' },
  });

const ofNewest = {
  make: `select w.* from ${usedBrands} left ${newestUsage({ columns: 'orders', as: 'u' })} where u.orders is null`,
  lock: `${usedBrands}
    ${newestUsage({ columns: 'orders, sum_kopecks, orders_share, sum_share_kopecks', as: 'u', lock: 'for update' })}
    join brands b on b.supplier_id = w.supplier_id and b.id = w.brand_id`,
};

/**
 * Counts uses in a month (`YYYY-MM-01`). Limits that are not locked must be ample: beyond the limit the counter
 * becomes null, which the column refuses.
 */
export async function useBrandLimits(tx: Tx, uses: BrandUse[], month: string): Promise<void> {
  if (uses.length === 0) return;
  if (keepsMany(tx))
    await inOrder(
      () => lockUsage(tx, uses, month),
      () => countByPlace(tx, uses, month),
    );
  else await countUses(tx, uses, month);
}

async function countUses(tx: Tx, uses: BrandUse[], month: string): Promise<void> {
  await tx.query(
    `insert into brand_usage as u (supplier_id, brand_id, month, orders, sum_kopecks)
     ${countedUses} order by 1, 2
     on conflict (supplier_id, brand_id, month) do update set
       orders = (
         select u.orders + excluded.orders from brands b
         where b.supplier_id = u.supplier_id and b.id = u.brand_id
           and coalesce(u.orders + excluded.orders <= ${allowedOrders}, true)
           and coalesce(u.sum_kopecks + excluded.sum_kopecks <= ${allowedKopecks}, true)),
       sum_kopecks = u.sum_kopecks + excluded.sum_kopecks`,
    useColumns(uses, month),
  );
}

/** The rows are there, and locked. */
async function countByPlace(tx: Tx, uses: BrandUse[], month: string): Promise<void> {
  const { rowCount } = await tx.query(
    `update brand_usage u set
       orders = (
         select u.orders + w.orders from brands b
         where b.supplier_id = u.supplier_id and b.id = u.brand_id
           and coalesce(u.orders + w.orders <= ${allowedOrders}, true)
           and coalesce(u.sum_kopecks + w.kopecks <= ${allowedKopecks}, true)),
       sum_kopecks = u.sum_kopecks + w.kopecks
     from (${countedUses}) as w (supplier_id, brand_id, month, orders, kopecks)
     ${newestUsage({ columns: 'ctid as place', as: 'newest' })}
     where ${byPlaces('u', 'newest.place', 'w.supplier_id')}`,
    useColumns(uses, month),
  );
  if (rowCount !== new Set(uses.map(keyOf)).size)
    throw new Error('A limit whose use is counted is not there, or not locked.');
}

/** Returns uses of a month (`YYYY-MM-01`) whose orders ended without a certificate. */
export async function giveBackBrandLimits(tx: Tx, uses: BrandUse[], month: string): Promise<void> {
  if (uses.length === 0) return;
  const columns = useColumns(uses, month);
  await inOrder(
    // Locks in a fixed order first, because an update locks rows in no particular order.
    () =>
      tx.query(
        `select from brand_usage
         where month = $2 and (supplier_id, brand_id) in (select * from unnest($1::bigint[], $3::bigint[]))
         order by supplier_id, brand_id for update`,
        [columns[0], month, columns[1]],
      ),
    () =>
      tx.query(
        `update brand_usage u set orders = u.orders - w.orders, sum_kopecks = u.sum_kopecks - w.kopecks
         from (${countedUses}) as w (supplier_id, brand_id, month, orders, kopecks)
         where u.supplier_id = w.supplier_id and u.brand_id = w.brand_id and u.month = w.month`,
        columns,
      ),
  );
}

const countedUses = `select supplier_id, brand_id, $4::date, count(*), sum(kopecks)::bigint
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g (supplier_id, brand_id, kopecks) group by 1, 2`;

const useColumns = (uses: BrandUse[], month: string): unknown[] => [
  uses.map((use) => use.supplierId),
  uses.map((use) => use.brandId),
  uses.map((use) => use.faceKopecks),
  month,
];

/** Sets what was sold in a month (`YYYY-MM-01`) before counting began, and what has been counted since. No cell has a share any more. */
export async function setBrandUsage(
  tx: Tx,
  use: Brand & {
    month: string;
    before: { orders: number; kopecks: number };
    counted: { orders: number; kopecks: number };
  },
): Promise<void> {
  await tx.query(
    `insert into brand_usage (supplier_id, brand_id, month, orders, sum_kopecks, orders_before, sum_before_kopecks)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (supplier_id, brand_id, month) do update
       set orders = excluded.orders, sum_kopecks = excluded.sum_kopecks,
         orders_before = excluded.orders_before, sum_before_kopecks = excluded.sum_before_kopecks,
         orders_share = null, sum_share_kopecks = null, share_deal = brand_usage.share_deal + 1`,
    [
      use.supplierId,
      use.brandId,
      use.month,
      use.before.orders + use.counted.orders,
      use.before.kopecks + use.counted.kopecks,
      use.before.orders,
      use.before.kopecks,
    ],
  );
}
