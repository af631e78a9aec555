/** Sales of a supplier, for its list and its files. */
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { mergedFound, type Found } from '../platform/cells/merge-found.ts';
import type { Sql } from '../platform/database/database.ts';

/** A sold certificate, as its supplier sees it; never with its number. */
export interface SaleLine {
  codeId: number;
  soldAt: Date;
  orderNumber: string;
  productTitle: string;
  faceKopecks: number;
  expiresAt: Date | null;
  state: 'active' | 'inactive' | 'redeemed' | 'refunded';
  redeemedAt: Date | null;
}

export interface SaleFilters {
  from: Date | null;
  until: Date | null;
  productId: number | null;
  faceKopecks: number | null;
}

/** Where the page before ended. */
export interface SaleKey {
  soldAt: Date;
  codeId: number;
}

/** How many rows are read for one page; with a rare filter the next page continues from there. */
const mostLookedAt = 2000;

export type FoundSales = Found<SaleLine, SaleKey>;

export interface SalesAsk {
  supplierId: number;
  filters: SaleFilters;
  after: SaleKey | null;
  limit: number;
}

/** The same as `listSupplierSales`, in all cells. */
export const listSalesOfAll = (ctx: ReadingContext, ask: SalesAsk): Promise<FoundSales> =>
  mergedFound(ctx, { by: latestSaleFirst, limit: ask.limit }, ({ pageDb }) => listSupplierSales(pageDb, ask));

export const latestSaleFirst = (one: SaleKey, other: SaleKey): number =>
  other.soldAt.getTime() - one.soldAt.getTime() || other.codeId - one.codeId;

/**
 * Sales of a supplier, newest first: a range of one index, of which a bounded number of rows is read. By certificates,
 * whose index never changes: one on the codes would be written again by each sale.
 */
export async function listSupplierSales(db: Sql, ask: SalesAsk): Promise<FoundSales> {
  const { supplierId, filters, after, limit } = ask;
  const isRare = filters.productId !== null || filters.faceKopecks !== null;
  const lookAt = isRare ? Math.max(mostLookedAt, limit) : limit + 1;
  const { rows: looked } = await db.query<SaleKey & { isWanted: boolean }>(
    `select code_id as "codeId", issued_at as "soldAt",
       ($6::bigint is null or product_id = $6) and ($7::bigint is null or face_kopecks = $7) as "isWanted"
     from certificates
     where supplier_id = $1 and code_id is not null and issued_at >= coalesce($2::timestamptz, '-infinity')
       and issued_at < coalesce($3::timestamptz, 'infinity')
       and (issued_at, code_id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
     order by issued_at desc, code_id desc limit $8`,
    [
      supplierId,
      filters.from,
      filters.until,
      after?.soldAt ?? null,
      after?.codeId ?? null,
      filters.productId,
      filters.faceKopecks,
      lookAt,
    ],
  );
  const wanted = looked.filter(({ isWanted }) => isWanted).slice(0, limit);
  const last = wanted.length === limit ? wanted.at(-1) : looked.at(-1);
  const isEnd = looked.length < lookAt && (wanted.length < limit || last === looked.at(-1));
  const ids = wanted.map(({ codeId }) => codeId);
  return { rows: await salesOf(db, supplierId, ids), next: isEnd || last === undefined ? null : last };
}

async function salesOf(db: Sql, supplierId: number, codeIds: number[]): Promise<SaleLine[]> {
  if (codeIds.length === 0) return [];
  const { rows } = await db.query<SaleLine>(
    `select c.id as "codeId", t.issued_at as "soldAt", t.order_id || '-' || t.request_id as "orderNumber",
       p.title as "productTitle", c.face_kopecks as "faceKopecks", coalesce(t.expires_at, c.expires_at) as "expiresAt",
       case when c.state = 'blocked' then 'refunded' when r.code_id is not null then 'redeemed'
         when c.active then 'active' else 'inactive' end as state, r.redeemed_at as "redeemedAt"
     from unnest($2::bigint[]) with ordinality as wanted (id, place)
     join codes c on c.supplier_id = $1 and c.id = wanted.id
     join products p on p.id = c.product_id
     join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id and r.part = 0 and r.undone_at is null
     order by wanted.place`,
    [supplierId, codeIds],
  );
  return rows;
}
