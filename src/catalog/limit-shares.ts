/** The shares of brands' monthly limits that one cell has (docs/decisions/0077): read, held back and raised. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';

/** Amounts of a limit of orders and of a limit of sums. */
export interface Amounts {
  orders: number;
  kopecks: number;
}

export interface BrandKey {
  supplierId: number;
  brandId: number;
}

/** What a cell has of a brand's limits in a month. */
export interface Share extends BrandKey {
  used: Amounts;
  /** What it may use, `used` included. */
  share: Amounts;
  /** The last dealing that came here. */
  deal: number;
}

/** SQL: how much this cell may use of a limit of the brand `b`, whose use is `u`; all of it unless limits are dealt to cells. */
const allowed = (limit: string, share: string): string =>
  `case when b.limits_dealt and b.${limit} is not null then least(b.${limit}, coalesce(u.${share}, 0)) else b.${limit} end`;

export const allowedOrders = allowed('monthly_orders_limit', 'orders_share');
export const allowedKopecks = allowed('monthly_sum_limit_kopecks', 'sum_share_kopecks');

interface ShareRow extends BrandKey {
  orders: number;
  kopecks: number;
  ordersShare: number;
  kopecksShare: number;
  deal: number;
}

const columns = `coalesce(u.orders, 0) as orders, coalesce(u.sum_kopecks, 0) as kopecks, coalesce(u.orders_share, 0) as "ordersShare",
  coalesce(u.sum_share_kopecks, 0) as "kopecksShare", coalesce(u.share_deal, 0) as deal`;

const shareOf = ({
  supplierId,
  brandId,
  orders,
  kopecks,
  ordersShare,
  kopecksShare,
  deal,
}: ShareRow): Share => ({
  supplierId,
  brandId,
  used: { orders, kopecks },
  share: { orders: ordersShare, kopecks: kopecksShare },
  deal,
});

/** The shares of these brands in a month (`YYYY-MM-01`), in their order. */
export async function readShares(db: Sql, brands: readonly BrandKey[], month: string): Promise<Share[]> {
  const { rows } = await db.query<ShareRow>(
    `select w.supplier_id as "supplierId", w.brand_id as "brandId", ${columns}
     from unnest($1::bigint[], $2::bigint[]) with ordinality as w (supplier_id, brand_id, place)
     left join brand_usage u on u.supplier_id = w.supplier_id and u.brand_id = w.brand_id and u.month = $3 order by w.place`,
    [...columnsOf([...brands], ['supplierId', 'brandId']), month],
  );
  return rows.map(shareOf);
}

/** What a cell keeps of a brand beyond its use, at most; null: nothing, and of its use no longer all is covered. */
export interface Hold extends BrandKey, Limit {
  deal: number;
}

/**
 * Begins a dealing in one cell: lowers its shares to what it keeps, and says what they are then. Brands to which a later dealing
 * has come are left as they are, and not said.
 */
export async function holdShares(tx: Tx, holds: readonly Hold[], month: string): Promise<Share[]> {
  const brands = [...columnsOf([...holds], ['supplierId', 'brandId']), month];
  await tx.query(
    `insert into brand_usage (supplier_id, brand_id, month)
     select w.supplier_id, w.brand_id, $3 from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, brand_id)
     order by 1, 2 on conflict do nothing`,
    brands,
  );
  await tx.query(
    `select from brand_usage where month = $3 and (supplier_id, brand_id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by supplier_id, brand_id for update`,
    brands,
  );
  const { rows } = await tx.query<ShareRow>(
    `update brand_usage u set share_deal = w.deal,
       orders_share = ${kept('orders', 'orders_share', 'keeps_orders')},
       sum_share_kopecks = ${kept('sum_kopecks', 'sum_share_kopecks', 'keeps_kopecks')}
     from unnest($1::bigint[], $2::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       as w (supplier_id, brand_id, deal, keeps_orders, keeps_kopecks)
     where u.supplier_id = w.supplier_id and u.brand_id = w.brand_id and u.month = $3 and u.share_deal < w.deal
     returning u.supplier_id as "supplierId", u.brand_id as "brandId", ${columns}`,
    [...brands, ...columnsOf([...holds], ['deal', 'orders', 'kopecks'])],
  );
  return rows.map(shareOf);
}

const kept = (used: string, share: string, keeps: string): string =>
  `case when w.${keeps} is null then 0
     else u.${used} + least(greatest(coalesce(u.${share}, 0) - u.${used}, 0), w.${keeps}) end`;

export interface Raise extends BrandKey, Amounts {
  deal: number;
}

/** Ends a dealing: raises the shares of a cell, unless a later dealing has come to it. */
export async function raiseShares(db: Sql, raises: readonly Raise[], month: string): Promise<void> {
  await db.query(
    `update brand_usage u set orders_share = u.orders_share + w.orders, sum_share_kopecks = u.sum_share_kopecks + w.kopecks
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
       as w (supplier_id, brand_id, deal, orders, kopecks)
     where u.supplier_id = w.supplier_id and u.brand_id = w.brand_id and u.month = $6 and u.share_deal = w.deal`,
    [...columnsOf([...raises], ['supplierId', 'brandId', 'deal', 'orders', 'kopecks']), month],
  );
}

/** A brand's monthly limits; null: there is none. */
export interface Limit {
  orders: number | null;
  kopecks: number | null;
}

/** The monthly limits of these brands, in their order. */
export async function readLimits(db: Sql, brands: readonly BrandKey[]): Promise<Limit[]> {
  const { rows } = await db.query<Limit>(
    `select b.monthly_orders_limit as orders, b.monthly_sum_limit_kopecks as kopecks
     from unnest($1::bigint[], $2::bigint[]) with ordinality as w (supplier_id, brand_id, place)
     left join brands b on b.supplier_id = w.supplier_id and b.id = w.brand_id order by w.place`,
    columnsOf([...brands], ['supplierId', 'brandId']),
  );
  return rows;
}

/** The brands that have a limit. */
export async function listLimited(db: Sql): Promise<BrandKey[]> {
  const { rows } = await db.query<BrandKey>(
    `select supplier_id as "supplierId", id as "brandId" from brands
     where coalesce(monthly_orders_limit, monthly_sum_limit_kopecks) is not null order by 1, 2`,
  );
  return rows;
}
