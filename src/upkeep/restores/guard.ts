import { listLimitMargins, type LimitMargin } from '../../catalog/limit-margins.ts';
import { countHeldDeliveries } from '../../messaging/queue/held-deliveries.ts';
import { countHeldOrders } from '../../orders/held-orders.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { fromCells, joined, joinedFields, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { listSetAside } from '../../vault/set-aside/judge-set-aside.ts';
import type { SetAside } from '../../vault/set-aside/set-aside-codes.ts';

/** What was set aside when the guard began. */
export interface GuardCounts {
  codes: number;
  orders: number;
  deliveries: number;
  exchanges: number;
  limits: number;
  sessions: number;
  /** Sequences that leave out numbers. */
  sequences: number;
}

export interface Guard {
  id: number;
  /** The time of which this database knows nothing. */
  lostFrom: Date;
  lostUntil: Date;
  begunAt: Date;
  /** When erasures of the lost time were asked again; null: not yet. */
  erasuresAgainAt: Date | null;
  counts: GuardCounts;
}

/** The guard in force; null: none. */
export async function findGuard(db: Sql): Promise<Guard | null> {
  const { rows } = await db.query<Guard>(
    `select id, lost_from as "lostFrom", lost_until as "lostUntil", begun_at as "begunAt", counts,
       erasures_again_at as "erasuresAgainAt"
     from restores where state = 'guarded'`,
  );
  return rows[0] ?? null;
}

/** What still waits for people. */
export interface OpenOfGuard {
  codes: SetAside[];
  orders: number;
  deliveries: number;
  limits: LimitMargin[];
}

/** Reads what is open in all cells. */
export async function openOfGuard(place: Celled & { db: Sql }): Promise<OpenOfGuard> {
  const each = await fromCells(place, ({ db }) => openIn(db));
  const codes = joined(
    each.flatMap((open) => open.codes),
    ({ productId, faceKopecks }) => `${productId} ${faceKopecks}`,
    { codes: plus },
  );
  const limits = joined(
    each.flatMap((open) => open.limits),
    ({ brandId, month }) => `${brandId} ${month}`,
    { orders: plus, sumKopecks: plus },
  );
  return { ...joinedFields(each, { orders: plus, deliveries: plus }), codes, limits };
}

async function openIn(db: Sql): Promise<OpenOfGuard> {
  return {
    codes: await listSetAside(db),
    orders: await countHeldOrders(db),
    deliveries: await countHeldDeliveries(db),
    limits: await listLimitMargins(db),
  };
}

export const isCleared = ({ codes, orders, deliveries, limits }: OpenOfGuard): boolean =>
  codes.length === 0 && orders === 0 && deliveries === 0 && limits.length === 0;
