import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { descending, mergedList } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Address } from '../../orders/search/orders-of-address.ts';
import { addressHash } from './address.ts';
import type { Hindrance } from './hindrance.ts';

/** An erasure that somebody asked for, without what it erased. */
export interface ErasureLine {
  id: number;
  kind: 'order' | 'address' | 'client';
  clientId: number | null;
  requestId: number | null;
  reason: string;
  askedName: string;
  askedAt: Date;
  state: 'due' | 'ended';
  orders: number;
  rowsChanged: number;
  waiting: number;
  hindrance: Hindrance | null;
  /** When it is tried again. */
  dueAt: Date;
  endedAt: Date | null;
}

const columns = `id, kind, client_id as "clientId", request_id as "requestId", reason, asked_name as "askedName", asked_at as "askedAt",
  state, orders, rows_changed as "rowsChanged", waiting, hindrance, due_at as "dueAt", ended_at as "endedAt"`;

export interface ErasuresAsk {
  /** Where the list goes on; null: from the newest. */
  fromKey: number | null;
  direction: 'older' | 'newer';
  /** Lists only erasures of this address. */
  address?: Address | null;
  limit: number;
}

/** Lists them in the direction that was asked for. */
export async function listErasures(
  db: Sql,
  keyring: Keyring,
  { fromKey, direction, address = null, limit }: ErasuresAsk,
): Promise<ErasureLine[]> {
  const { rows } = await db.query<ErasureLine>(
    `select ${columns} from erasures
     where ($1::bigint is null or id ${direction === 'older' ? '<' : '>'} $1) ${address === null ? '' : 'and address_hash = $3'} order by id ${direction === 'older' ? 'desc' : 'asc'} limit $2`,
    [fromKey, limit, ...(address === null ? [] : [addressHash(keyring, address)])],
  );
  return rows;
}

export async function findErasure(db: Sql, erasureId: number): Promise<ErasureLine | null> {
  const { rows } = await db.query<ErasureLine>(`select ${columns} from erasures where id = $1`, [erasureId]);
  return rows[0] ?? null;
}

export interface ErasureDay {
  clientId: number;
  client: string;
  day: string;
  orders: number;
  codes: number;
  rowsChanged: number;
}

/** Counts what was erased because its retention time was over, by client and day, the newest first. */
export const listErasureDays = (
  ctx: ReadingContext,
  ask: { since: string; limit: number },
): Promise<ErasureDay[]> =>
  mergedList(ctx, { by: newestDay, limit: ask.limit }, ({ pageDb }) => erasureDaysIn(pageDb, ask));

const newestDay = (one: ErasureDay, other: ErasureDay): number =>
  descending(({ day }: ErasureDay) => day)(one, other) || one.clientId - other.clientId;

async function erasureDaysIn(
  db: Sql,
  { since, limit }: { since: string; limit: number },
): Promise<ErasureDay[]> {
  const { rows } = await db.query<ErasureDay>(
    `select c.id as "clientId", c.name as client, d.day, d.orders, d.codes, d.rows_changed as "rowsChanged"
     from clients c cross join lateral (
       select day, orders, codes, rows_changed from erasure_days where client_id = c.id and day >= $1 order by day desc limit $2) d
     order by d.day desc, c.id limit $2`,
    [since, limit],
  );
  return rows;
}
