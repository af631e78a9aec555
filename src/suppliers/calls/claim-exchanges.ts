import type { Sql } from '../../platform/database/database.ts';
import { claimDue } from '../../platform/database/due.ts';
import { claimFairly } from '../../platform/database/fair-share.ts';
import type { OpenExchange } from './conclusion.ts';
import { maxCallsOfSupplier } from './supplier-capacity.ts';

/** An exchange leased to this process. */
export interface ClaimedExchange extends OpenExchange {
  claimId: string;
  /** The request_id for the supplier. */
  callId: string;
  deadlineAt: Date;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  earlier: EarlierAttempts;
}

/** Facts of an exchange's earlier attempts; an attempt whose process crashed has left none. */
export interface EarlierAttempts {
  /** Of these, the attempts that the supplier certainly did not receive. */
  unreached: number;
  refused: number;
  /** Fingerprint (hexadecimal) of the code in the supplier's last answer. */
  code: string | null;
}

/** Longer than the longest call (120 s, after 10 s to connect) plus its recording. */
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

/** Leases due exchanges: each supplier's within its capacity, and those past their deadline, which need no call. */
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
