/** Leases due callbacks, and stores attempts with their results. */
import type { CallbackFormat } from '../clients/client.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Claim } from '../platform/database/due.ts';
import { claimFairly } from '../platform/database/fair-share.ts';
import { firstCapacity } from './receiver-capacity.ts';

export interface ClaimedCallback {
  client_id: number;
  request_id: number;
  message_id: string;
  url: string;
  format: CallbackFormat;
  body: Buffer;
  /** Number of the attempt that this claim is for. */
  attempts: number;
  /** Attempts used, of eight. */
  tries: number;
}

export interface CallbackAsk {
  limit: number;
  now: Date;
  leaseSeconds: number;
  clientIds: number[];
  capacities: number[];
}

/** Leases due callbacks, each client's within the capacity of its receiver. */
export const claimCallbacks = (
  db: Sql,
  { leaseSeconds, clientIds, ...ask }: CallbackAsk,
): Promise<Claim<ClaimedCallback>> =>
  claimFairly(
    db,
    { name: 'callbacks', leaseSeconds },
    {
      ...ask,
      owner: 'client_id',
      ownerIds: clientIds,
      columns: 'client_id, request_id, message_id, url, format, body, attempts, tries',
      capacityOfOthers: firstCapacity,
    },
  );

/** The result of one attempt and what follows for the callback. */
export interface AttemptOutcome {
  clientId: number;
  requestId: number;
  claimId: string;
  attempt: number;
  at: Date;
  durationMs: number;
  httpStatus: number | null;
  answerHead: string;
  problem: string;
  state: 'due' | 'accepted' | 'abandoned';
  /** When to try again; null after the last attempt. */
  dueAt: Date | null;
  endedAt: Date | null;
}

/**
 * Stores every attempt. Only the holder of the newest claim changes the callback; a worker that returns after its lease
 * ended, or after a replay, changes nothing. The same statement notes which receivers failed and which accept again.
 */
export async function recordAttempts(db: Sql, outcomes: AttemptOutcome[]): Promise<void> {
  await db.query(
    `with outcome as (
       select * from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::integer[], $5::timestamptz[], $6::integer[],
                            $7::integer[], $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[])
         as told (client_id, request_id, claim_id, attempt, at, duration_ms,
                  http_status, answer_head, problem, state, due_at, ended_at)),
     kept as (
       insert into callback_attempts (client_id, request_id, attempt, at, duration_ms, http_status, answer_head, problem)
       select client_id, request_id, attempt, at, duration_ms, http_status, answer_head, problem from outcome
       on conflict do nothing),
     ended as (
       update callbacks told
       set state = outcome.state, due_at = coalesce(outcome.due_at, told.due_at), tries = told.tries + 1,
           claim_id = null, leased_until = null, ended_at = outcome.ended_at,
           last_status = outcome.http_status, last_problem = outcome.problem
       from outcome
       where told.client_id = outcome.client_id and told.request_id = outcome.request_id
         and told.claim_id = outcome.claim_id
       returning told.client_id, told.state, told.ended_at),
     failed as (
       insert into failed_receivers as f (client_id, failed_at)
       select client_id, min(ended_at) from ended where state = 'abandoned' group by client_id order by client_id
       on conflict (client_id) do update
       set failed_at = case when f.recovered_at is null then f.failed_at else excluded.failed_at end, recovered_at = null)
     update failed_receivers f set recovered_at = again.at
     from (
       select client_id, min(ended_at) as at from ended group by client_id
       having bool_or(state = 'accepted') and not bool_or(state = 'abandoned')) again
     where f.client_id = again.client_id and f.client_id in (
       select client_id from failed_receivers where recovered_at is null for update skip locked)`,
    [
      outcomes.map((one) => one.clientId),
      outcomes.map((one) => one.requestId),
      outcomes.map((one) => one.claimId),
      outcomes.map((one) => one.attempt),
      outcomes.map((one) => one.at),
      outcomes.map((one) => one.durationMs),
      outcomes.map((one) => one.httpStatus),
      outcomes.map((one) => one.answerHead),
      outcomes.map((one) => one.problem),
      outcomes.map((one) => one.state),
      outcomes.map((one) => one.dueAt),
      outcomes.map((one) => one.endedAt),
    ],
  );
}

/** Minutes between attempts; the first is immediate, the last is the eighth (specification, 4.4). */
const callbackRetryMinutes = [1, 2, 5, 15, 30, 60, 120] as const;

/** When to try again after `tries` attempts, the last of them at `lastAt`; null: never. */
export function nextTryAt(tries: number, lastAt: Date): Date | null {
  const minutes = callbackRetryMinutes[tries - 1];
  return minutes === undefined ? null : new Date(lastAt.getTime() + minutes * 60_000);
}
