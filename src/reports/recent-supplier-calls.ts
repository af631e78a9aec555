import { cellOf, type ReadingContext } from '../platform/cells/cell-context.ts';
import { descending, mergedList } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { SupplierExchangeCall } from './supplier-calls.ts';

/** One request of ours to a supplier, with the outcome of its last call. */
export interface RecentExchange {
  exchangeId: number;
  requestId: number;
  kind: 'issue' | 'activate';
  at: Date;
  faceKopecks: number;
  attempts: number;
  outcome: SupplierExchangeCall['outcome'] | null;
  httpStatus: number | null;
  durationMs: number | null;
}

export const recentListed = 50;

interface RecentAsk {
  supplierId: number;
  before: number | null;
}

/** The last requests to a supplier, newest first. */
export const recentExchanges = (ctx: ReadingContext, ask: RecentAsk): Promise<RecentExchange[]> =>
  mergedList(ctx, { by: descending(({ exchangeId }) => exchangeId), limit: recentListed + 1 }, ({ pageDb }) =>
    recentInCell(pageDb, ask),
  );

async function recentInCell(db: Sql, { supplierId, before }: RecentAsk): Promise<RecentExchange[]> {
  const { rows } = await db.query<RecentExchange>(
    `select x.id as "exchangeId", x.request_id as "requestId", x.kind, x.created_at as at, x.face_kopecks as "faceKopecks", x.attempts,
       t.outcome, t.http_status as "httpStatus", t.duration_ms as "durationMs"
     from (select * from exchanges where supplier_id = $1 and ($2::bigint is null or id < $2)
           order by id desc limit $3) x
     left join lateral (
       select outcome, http_status, duration_ms from exchange_attempts
       where supplier_id = $1 and exchange_id = x.id order by attempt desc limit 1) t on true
     order by x.id desc`,
    [supplierId, before, recentListed + 1],
  );
  return rows;
}

/** All calls of one request, in their order; codes and secrets are masked in them. */
export async function callsOfExchange(
  ctx: ReadingContext,
  { supplierId, exchangeId }: { supplierId: number; exchangeId: number },
): Promise<Omit<SupplierExchangeCall, 'supplierId' | 'exchangeId' | 'kind'>[]> {
  const { pageDb } = cellOf(ctx, exchangeId);
  const { rows } = await pageDb.query<Omit<SupplierExchangeCall, 'supplierId' | 'exchangeId' | 'kind'>>(
    `select attempt, at, duration_ms as "durationMs", outcome, http_status as "httpStatus", details, transcript
     from exchange_attempts where supplier_id = $1 and exchange_id = $2 order by attempt limit 100`,
    [supplierId, exchangeId],
  );
  return rows;
}
