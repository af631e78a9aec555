import type { Tx } from '../../platform/database/database.ts';
import type { CallOutcome } from './call-supplier.ts';
import type { ClaimedExchange } from './exchanges.ts';
import type { NextStep } from './next-step.ts';

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
      made.map(({ outcome }) => (outcome.reading.is === 'done' ? '' : outcome.reading.details)),
      made.map(({ outcome }) => outcome.transcript),
      made.map(({ code }) => code),
    ],
  );
}

/** Postpones exchanges to their next attempt; one whose claim was lost is not changed. */
export async function putOff(tx: Tx, attempts: Attempted[]): Promise<void> {
  const open = attempts.flatMap(({ exchange, step }) =>
    step.is === 'again' ? [{ exchange, at: step.at }] : [],
  );
  if (open.length === 0) return;
  await tx.query(
    `update exchanges e set due_at = w.at, claim_id = null, leased_until = null
     from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::timestamptz[]) as w (supplier_id, id, claim_id, at)
     where e.supplier_id = w.supplier_id and e.id = w.id and e.claim_id = w.claim_id and e.state = 'due'`,
    [
      open.map(({ exchange }) => exchange.supplierId),
      open.map(({ exchange }) => exchange.exchangeId),
      open.map(({ exchange }) => exchange.claimId),
      open.map(({ at }) => at),
    ],
  );
}
