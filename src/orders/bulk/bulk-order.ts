import type { Sql } from '../../platform/database/database.ts';
import { sliceOrder, type Slice } from '../../platform/database/slice.ts';

/**
 * The life of a bulk order: reading → preview → placing ⇄ paused → done | cancelled. What can't be read, or came
 * to be placed whole and is not all right, goes from reading to cancelled with a problem.
 */
export const bulkStates = ['reading', 'preview', 'placing', 'paused', 'done', 'cancelled'] as const;
export type BulkState = (typeof bulkStates)[number];

/**
 * The life of a line: `right` waits to be placed and `wrong` never is; `placed` became a request, and `issued` or
 * `failed` is how that one ended; `refused` was not accepted, as makeOrder would not have accepted it.
 */
export const lineStates = ['right', 'wrong', 'placed', 'issued', 'failed', 'refused'] as const;
export type LineState = (typeof lineStates)[number];

/** What it takes to place it: a person's confirmation, no wrong line at all, or nothing (then the right lines are placed). */
export type Placing = 'asked' | 'all' | 'right';

export type BulkProblem = 'unreadable' | 'no-columns' | 'empty' | 'too-long' | 'wrong-lines' | 'incomplete';

export const maxLines = 100_000;
/** How many bulk orders of one client may be open: neither done nor cancelled. */
export const maxOpen = 20;
/** Likewise for bulk orders by test keys, which are counted apart from live ones. */
export const maxOpenOfTestKeys = 3;
export const maxLinesOfTestKeys = 1000;

export interface BulkKey {
  clientId: number;
  bulkId: number;
}

export interface BulkOrder extends BulkKey {
  state: BulkState;
  placing: Placing;
  /** That of the file. */
  name: string;
  /** The uuid of the API's request; null: it came as a file. */
  uuid: string | null;
  parts: number;
  partsCome: number;
  ignoredColumns: string[];
  problem: BulkProblem | null;
  problemDetails: string;
  pausedBecause: 'person' | 'no-funds' | null;
  lines: number;
  wrong: number;
  /** Ever accepted, those that have ended since included. */
  placed: number;
  refused: number;
  issued: number;
  failed: number;
  addedAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

export const bulkColumns = `b.client_id as "clientId", b.id as "bulkId", b.state, b.placing_mode as "placing", b.name, b.uuid, b.parts,
  b.parts_come as "partsCome", b.ignored_columns as "ignoredColumns", b.problem, b.problem_details as "problemDetails",
  b.paused_because as "pausedBecause", b.lines, b.wrong, b.placed, b.refused, b.issued, b.failed,
  b.added_at as "addedAt", b.confirmed_at as "confirmedAt", b.ended_at as "endedAt"`;

export async function findBulk(db: Sql, { clientId, bulkId }: BulkKey): Promise<BulkOrder | null> {
  const { rows } = await db.query<BulkOrder>(
    `select ${bulkColumns} from bulk_orders b where b.client_id = $1 and b.id = $2`,
    [clientId, bulkId],
  );
  return rows[0] ?? null;
}

/** The person who confirmed it; null: nobody had to, or it was a command. */
export async function findConfirmer(
  db: Sql,
  { clientId, bulkId }: BulkKey,
): Promise<{ personId: number; name: string } | null> {
  const { rows } = await db.query<{ personId: number; name: string }>(
    `select confirmed_by as "personId", confirmed_by_name as name from bulk_orders
     where client_id = $1 and id = $2 and confirmed_by is not null`,
    [clientId, bulkId],
  );
  return rows[0] ?? null;
}

export async function findBulkByUuid(db: Sql, clientId: number, uuid: string): Promise<BulkOrder | null> {
  const { rows } = await db.query<BulkOrder>(
    `select ${bulkColumns} from bulk_orders b where b.client_id = $1 and b.uuid = $2`,
    [clientId, uuid],
  );
  return rows[0] ?? null;
}

export interface ListAsk extends Slice {
  clientId: number;
  limit: number;
}

/** Sorted by id: the newest first for older ones, the oldest first for newer ones. */
export async function listBulks(db: Sql, ask: ListAsk): Promise<BulkOrder[]> {
  const { clientId, fromKey, limit } = ask;
  const [border, order] = sliceOrder(ask);
  const { rows } = await db.query<BulkOrder>(
    `select ${bulkColumns} from bulk_orders b
     where b.client_id = $1 and ($2::bigint is null or b.id ${border} $2) order by b.id ${order} limit $3`,
    [clientId, fromKey, limit],
  );
  return rows;
}

/** Whether something is still to come of it, and can be cancelled. */
export const isOpen = ({ state }: Pick<BulkOrder, 'state'>): boolean =>
  state !== 'done' && state !== 'cancelled';

/** Whether it is read, placed or issued just now. */
export const isMoving = ({ state, placed, issued, failed }: BulkOrder): boolean =>
  state === 'reading' || state === 'placing' || issued + failed < placed;

/** Lines that are right and were not placed yet. */
export const waitingLines = ({ lines, wrong, placed, refused }: BulkOrder): number =>
  lines - wrong - placed - refused;
