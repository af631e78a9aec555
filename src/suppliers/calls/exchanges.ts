/** The rows of exchanges: leased, each attempt, postponed, closed. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Conclusion, NextStep, OpenExchange } from './conclusion.ts';
import { lease, type Claim } from '../../platform/database/due.ts';
import { byKeys } from '../../platform/database/by-keys.ts';
import { claimFairly } from '../../platform/database/fair-share.ts';
import { floorOf, sinceFloor } from '../../platform/database/kept-versions.ts';
import { maxCallsOfSupplier } from './supplier-capacity.ts';
import type { CallOutcome } from './call-supplier.ts';
import type { RefusalReason } from '../adapters/adapter.ts';
import { callReasons, type CallReason } from '../adapters/call-reasons.ts';

const isDue = `e.state = 'due'`;

/** Locks the exchanges whose claim is still valid and returns their conclusions; the others were taken over. */
export async function lockClaimed(tx: Tx, conclusions: Conclusion[]): Promise<Conclusion[]> {
  const { rows } = await tx.query<{ supplier_id: number; id: number }>(
    `select e.supplier_id, e.id
     from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as w (supplier_id, id, claim_id)
     join exchanges e on ${byKeys('e', 'w', ['supplier_id', 'id', 'claim_id'], isDue)}
     order by e.supplier_id, e.id for update of e`,
    [
      conclusions.map(({ exchange }) => exchange.supplierId),
      conclusions.map(({ exchange }) => exchange.exchangeId),
      conclusions.map(({ claimId }) => claimId),
    ],
  );
  const held = new Set(rows.map((row) => `${row.supplier_id}:${row.id}`));
  return conclusions.filter(({ exchange }) => held.has(`${exchange.supplierId}:${exchange.exchangeId}`));
}

const textOf = (reason: CallReason | null): string => (reason === null ? '' : callReasons.text(reason, 'en'));

export interface ClosedExchange {
  supplierId: number;
  exchangeId: number;
  state: 'done' | 'refused' | 'quarantined' | 'given_up';
  /** Reason of a refusal. */
  why?: RefusalReason;
  /** Null: it was done. */
  reason: CallReason | null;
  codeId: number | null;
}

export async function closeExchanges(tx: Tx, exchanges: ClosedExchange[], now: Date): Promise<void> {
  if (exchanges.length === 0) return;
  await tx.query(
    `update exchanges e
     set state = w.state, details = w.details, code_id = coalesce(w.code_id, e.code_id), ended_at = $6,
         claim_id = null, leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
       as w (supplier_id, id, state, details, code_id)
     where ${byKeys('e', 'w', ['supplier_id', 'id'], isDue)}`,
    [
      exchanges.map((one) => one.supplierId),
      exchanges.map((one) => one.exchangeId),
      exchanges.map((one) => one.state),
      exchanges.map(({ why, reason }) => (why === undefined ? '' : `${why}: `) + textOf(reason)),
      exchanges.map((one) => one.codeId),
      now,
    ],
  );
}

/** An exchange leased to this process. */
export interface ClaimedExchange extends OpenExchange {
  claimId: string;
  /** What the supplier gets as request_id. */
  callId: string;
  deadlineAt: Date;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  earlier: EarlierAttempts;
}

/** Facts of an exchange's earlier attempts; an attempt whose process crashed has left none. */
export interface EarlierAttempts {
  /** How many of them the supplier certainly did not receive. */
  unreached: number;
  refused: number;
  /** Fingerprint of the code that the supplier issued when it was last heard, in hexadecimal. */
  code: string | null;
}

/** Longer than the longest call (120 s, after 10 s to connect) plus its recording. */
const table = { name: 'exchanges', leaseSeconds: 180 } as const;

const columns = `taken.supplier_id as "supplierId", taken.id as "exchangeId", taken.kind, taken.client_id as "clientId",
  taken.request_id as "requestId", taken.product_id as "productId", taken.face_kopecks as "faceKopecks",
  taken.code_id as "codeId", taken.created_at as "createdAt", taken.call_id as "callId",
  taken.deadline_at as "deadlineAt", taken.attempts,
  case when taken.code_id is not null then
    (select c.expires_at from codes c where c.supplier_id = taken.supplier_id and c.id = taken.code_id)
  end as "codeExpiresAt",
  case when taken.attempts = 1 then '{"unreached":0,"refused":0,"code":null}'::json else
  (select json_build_object('unreached', count(*) filter (where a.outcome = 'unreached'),
     'refused', count(*) filter (where a.outcome = 'refused'),
     'code', (array_agg(encode(a.code_fingerprint, 'hex') order by a.attempt desc)
       filter (where a.code_fingerprint is not null))[1])
   from exchange_attempts a where a.supplier_id = taken.supplier_id and a.exchange_id = taken.id) end as earlier`;

type Taken = Omit<ClaimedExchange, 'claimId'>;

const withClaim = ({ claimId, rows }: Claim<Taken>): ClaimedExchange[] =>
  rows.map((row) => ({ ...row, claimId }));

/** Leases due exchanges, each supplier's within its capacity. */
export async function claimExchanges(
  db: Sql,
  ask: { limit: number; now: Date; ownerIds: number[]; capacities: number[] },
): Promise<ClaimedExchange[]> {
  const owner = { owner: 'supplier_id', capacityOfOthers: maxCallsOfSupplier } as const;
  return withClaim(await claimFairly<Taken>(db, table, { ...ask, columns, ...owner }));
}

/** Open ones by the index of deadlines: `state = 'due'` would offer the planner that of all that are due, however many these are. */
const pastDeadline = `ended_at is null and deadline_at <= $1`;

/** Whether one is past its deadline, as a worker says it for all cells (`Worker.due`). */
export const overdue = `select from {cell}.exchanges where ${pastDeadline} ${sinceFloor('overdue')}`;

/** Leases due exchanges past their deadline, which need no call. */
export async function claimOverdue(db: Sql, ask: { limit: number; now: Date }): Promise<ClaimedExchange[]> {
  const from = floorOf(db, 'overdue');
  return withClaim(
    await lease<Taken>(
      db,
      table,
      { ...ask, columns, values: from === null ? [] : [from] },
      `select ctid from exchanges where ${pastDeadline} ${from === null ? '' : 'and deadline_at >= $5'} and due_at <= $1
       order by deadline_at limit $2 for update skip locked`,
    ),
  );
}

/** The result of one claim. */
export interface Attempted {
  exchange: ClaimedExchange;
  at: Date;
  /** Null if no call was made. */
  outcome: CallOutcome | null;
  /** Fingerprint of the issued code, if it must be remembered. */
  code: Buffer | null;
  step: NextStep;
}

/** Stores every attempt, including those of a claim that was lost meanwhile. */
export async function keepAttempts(tx: Tx, attempts: Attempted[]): Promise<void> {
  const made = attempts.flatMap(({ exchange, at, outcome, code }) =>
    outcome === null ? [] : [{ exchange, at, outcome, code }],
  );
  if (made.length === 0) return;
  await tx.query(
    `insert into exchange_attempts (supplier_id, exchange_id, attempt, at, duration_ms, outcome, http_status, details, transcript, code_fingerprint)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::timestamptz[], $5::integer[], $6::text[],
                          $7::integer[], $8::text[], $9::text[], $10::bytea[])
     on conflict do nothing`,
    [
      made.map(({ exchange }) => exchange.supplierId),
      made.map(({ exchange }) => exchange.exchangeId),
      made.map(({ exchange }) => exchange.attempts),
      made.map(({ at }) => at),
      made.map(({ outcome }) => outcome.durationMs),
      made.map(({ outcome }) => outcome.reading.is),
      made.map(({ outcome }) => outcome.httpStatus),
      made.map(({ outcome }) => textOf(outcome.reading.is === 'done' ? null : outcome.reading.reason)),
      made.map(({ outcome }) => outcome.transcript),
      made.map(({ code }) => code),
    ],
  );
}

/**
 * Postpones exchanges to their next attempt; one whose claim was lost is not changed. A claim without a call was no
 * attempt.
 */
export async function putOff(tx: Tx, attempts: Attempted[]): Promise<void> {
  const open = attempts.flatMap(({ exchange, outcome, step }) =>
    step.is === 'again' ? [{ exchange, at: step.at, calls: outcome === null ? 0 : 1 }] : [],
  );
  if (open.length === 0) return;
  await tx.query(
    `update exchanges e
     set due_at = w.at, attempts = e.attempts - 1 + w.calls, claim_id = null, leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::timestamptz[], $5::integer[])
       as w (supplier_id, id, claim_id, at, calls)
     where ${byKeys('e', 'w', ['supplier_id', 'id', 'claim_id'], isDue)}`,
    [
      open.map(({ exchange }) => exchange.supplierId),
      open.map(({ exchange }) => exchange.exchangeId),
      open.map(({ exchange }) => exchange.claimId),
      open.map(({ at }) => at),
      open.map(({ calls }) => calls),
    ],
  );
}
