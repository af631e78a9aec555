import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { mergedList } from '../platform/cells/merge.ts';
import { operator } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { givenReason } from '../platform/values/given-reason.ts';

/**
 * An exchange that a person must judge: what the supplier did is unknown, or what it sent cannot be sold. If still
 * `due`, an earlier call may have been executed, and the supplier is being called again.
 */
export interface QuarantinedExchange {
  state: 'quarantined' | 'due';
  supplierId: number;
  supplier: string;
  exchangeId: number;
  kind: 'issue' | 'activate';
  clientId: number;
  requestId: number;
  productId: number;
  faceKopecks: number;
  callId: string;
  details: string;
  attempts: number;
  createdAt: Date;
  /** Null while the supplier is being called again. */
  endedAt: Date | null;
  settledAt: Date | null;
  settledNote: string;
}

export interface ExchangeAttempt {
  attempt: number;
  at: Date;
  durationMs: number;
  outcome: string;
  httpStatus: number | null;
  details: string;
  /** Masked. */
  transcript: string;
}

const columns = `e.state, e.created_at as "createdAt", e.supplier_id as "supplierId", s.name as supplier, e.id as "exchangeId", e.kind,
  e.client_id as "clientId", e.request_id as "requestId", e.product_id as "productId", e.face_kopecks as "faceKopecks",
  e.call_id as "callId", e.details, e.attempts, e.ended_at as "endedAt", e.settled_at as "settledAt",
  e.settled_note as "settledNote"`;

/** Unclear exchanges: quarantined ones, and due ones of which a call may have reached the supplier. */
export const unclearExchange = (e: string): string =>
  `(${e}.state = 'quarantined' or ${e}.state = 'due' and exists (
     select from exchange_attempts a
     where a.supplier_id = ${e}.supplier_id and a.exchange_id = ${e}.id and a.outcome <> 'unreached'))`;

export interface QuarantineAsk {
  supplierId: number | null;
  settled: boolean;
  limit: number;
}

/** Newest first; settled ones only on request. */
export async function listQuarantine(db: Sql, ask: QuarantineAsk): Promise<QuarantinedExchange[]> {
  const { rows } = await db.query<QuarantinedExchange>(
    `select ${columns} from exchanges e join suppliers s on s.id = e.supplier_id
     where ${unclearExchange('e')} and ($1::bigint is null or e.supplier_id = $1) and ($2 or e.settled_at is null)
     order by e.created_at desc, e.id desc limit $3`,
    [ask.supplierId, ask.settled, ask.limit],
  );
  return rows;
}

/** Lists the quarantine of all cells. */
export const listQuarantineOfAll = (
  ctx: ReadingContext,
  ask: QuarantineAsk,
): Promise<QuarantinedExchange[]> =>
  mergedList(ctx, { by: newestFirst, limit: ask.limit }, ({ pageDb }) => listQuarantine(pageDb, ask));

const newestFirst = (one: QuarantinedExchange, other: QuarantinedExchange): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || other.exchangeId - one.exchangeId;

export async function findQuarantined(
  db: Sql,
  exchangeId: number,
): Promise<(QuarantinedExchange & { calls: ExchangeAttempt[] }) | null> {
  const { rows } = await db.query<QuarantinedExchange>(
    `select ${columns} from exchanges e join suppliers s on s.id = e.supplier_id
     where ${unclearExchange('e')} and e.id = $1`,
    [exchangeId],
  );
  const [exchange] = rows;
  if (exchange === undefined) return null;
  const calls = await db.query<ExchangeAttempt>(
    `select attempt, at, duration_ms as "durationMs", outcome, http_status as "httpStatus", details, transcript
     from exchange_attempts where supplier_id = $1 and exchange_id = $2 order by attempt`,
    [exchange.supplierId, exchangeId],
  );
  return { ...exchange, calls: calls.rows };
}

export interface Settling {
  exchangeId: number;
  /** What was found and done about it. */
  note: string;
}

export const longestNote = 1000;

/** Marks it as settled by a person, with the supplier and in the books. */
export async function settleQuarantined(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { exchangeId, note }: Settling,
  now: Date,
): Promise<'settled' | 'not-open' | 'no-note'> {
  if (!may(principal, 'quarantine.settle', operator)) return 'not-open';
  const kept = givenReason(note, longestNote);
  if (kept === '') return 'no-note';
  return atomically<'settled' | 'not-open'>(db, async (tx) => {
    const { rowCount } = await tx.query(
      // Joins the suppliers because exchanges are keyed by supplier: an id alone has no index.
      `update exchanges e set settled_at = $3, settled_note = $2 from suppliers s
       where e.supplier_id = s.id and e.id = $1 and e.state = 'quarantined' and e.settled_at is null`,
      [exchangeId, kept, now],
    );
    if (rowCount === 0) return 'not-open';
    const act = { party: operator, by: actorOf(principal), act: 'quarantine.settled' };
    await recordAct(tx, keyring, { ...act, about: `exchange ${exchangeId}`, after: { note: kept } }, now);
    return 'settled';
  });
}
