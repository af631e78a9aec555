import type { Sql } from '../platform/database/database.ts';

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

/** Newest first; settled ones only on request. */
export async function listQuarantine(
  db: Sql,
  ask: { supplierId: number | null; settled: boolean; limit: number },
): Promise<QuarantinedExchange[]> {
  const { rows } = await db.query<QuarantinedExchange>(
    `select ${columns} from exchanges e join suppliers s on s.id = e.supplier_id
     where ${unclearExchange('e')} and ($1::bigint is null or e.supplier_id = $1) and ($2 or e.settled_at is null)
     order by e.created_at desc, e.id desc limit $3`,
    [ask.supplierId, ask.settled, ask.limit],
  );
  return rows;
}

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

/** Marks it as settled by a person, with the supplier and in the books. */
export async function settleQuarantined(
  db: Sql,
  exchangeId: number,
  note: string,
  now: Date,
): Promise<'settled' | 'not-open'> {
  const { rowCount } = await db.query(
    `update exchanges set settled_at = $3, settled_note = $2
     where id = $1 and state = 'quarantined' and settled_at is null`,
    [exchangeId, note, now],
  );
  return rowCount === 0 ? 'not-open' : 'settled';
}
