import type { Sql } from '../../platform/database/database.ts';
import { claimDue } from '../../platform/database/due.ts';
import { claimFairly } from '../../platform/database/fair-share.ts';
import type { OpenExchange } from './conclusion.ts';
import { maxCallsOfSupplier } from './supplier-capacity.ts';

/** An exchange that is ours for the time of its lease. */
export interface ClaimedExchange extends OpenExchange {
  claimId: string;
  /** What the supplier gets as request_id. */
  callId: string;
  deadlineAt: Date;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  earlier: EarlierAttempts;
}

/** What is on record of an exchange's earlier attempts; one whose process died has left nothing. */
export interface EarlierAttempts {
  /** Of these the supplier surely received nothing. */
  unreached: number;
  refused: number;
  /** Fingerprint of the code that the supplier issued when it was last heard, in hexadecimal. */
  code: string | null;
}

/** A lease outlives the longest call (120 s, after 10 s to connect) and the writing of what came of it. */
const table = { name: 'exchanges', leaseSeconds: 180 } as const;

const columns = `taken.supplier_id as "supplierId", taken.id as "exchangeId", taken.kind, taken.client_id as "clientId",
  taken.request_id as "requestId", taken.product_id as "productId", taken.face_kopecks as "faceKopecks",
  taken.code_id as "codeId", taken.created_at as "createdAt", taken.call_id as "callId",
  taken.deadline_at as "deadlineAt", taken.attempts,
  (select c.expires_at from codes c where c.supplier_id = taken.supplier_id and c.id = taken.code_id) as "codeExpiresAt",
  (select json_build_object('unreached', count(*) filter (where a.outcome = 'unreached'),
     'refused', count(*) filter (where a.outcome = 'refused'),
     'code', (array_agg(encode(a.code_fingerprint, 'hex') order by a.attempt desc)
       filter (where a.code_fingerprint is not null))[1])
   from exchange_attempts a where a.supplier_id = taken.supplier_id and a.exchange_id = taken.id) as earlier`;

/** Leases due exchanges: each supplier's within its room, and those whose deadline has come, which need no call. */
export async function claimExchanges(
  db: Sql,
  ask: { limit: number; now: Date; ownerIds: number[]; capacities: number[] },
): Promise<ClaimedExchange[]> {
  const { limit, now } = ask;
  const overdue = await claimDue<Omit<ClaimedExchange, 'claimId'>>(db, table, {
    limit,
    now,
    columns,
    where: 'deadline_at <= $1',
  });
  const due = await claimFairly<Omit<ClaimedExchange, 'claimId'>>(db, table, {
    ...ask,
    limit: Math.max(0, limit - overdue.rows.length),
    columns,
    owner: 'supplier_id',
    capacityOfOthers: maxCallsOfSupplier,
  });
  return [overdue, due].flatMap(({ claimId, rows }) => rows.map((row) => ({ ...row, claimId })));
}
