/** The worker that sends due callbacks: leases them, sends, and records each attempt and what follows. */
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Claim } from '../platform/database/due.ts';
import { claimFairly, dueFairly } from '../platform/database/fair-share.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { gather } from '../platform/batching/gather.ts';
import type { Worker } from '../platform/process/loop.ts';
import { traceIdOf, within, type Tracing } from '../platform/tracing/tracing.ts';
import { paceIn, regroupIn } from '../platform/cells/regroup.ts';
import { persist } from '../platform/database/persist.ts';
import { workSlots } from '../platform/batching/work-slots.ts';
import { inboxUrl } from '../clients/sandbox.ts';
import { bodyContext } from './announce.ts';
import { callbackSecrets, callReceiver, type Called, type ReceiverAnswer } from './call-receiver.ts';
import { answerHere } from './inbox.ts';
import { firstCapacity, receiverCapacity, type Flight } from './receiver-capacity.ts';

type SenderContext = Pick<
  Context,
  'config' | 'db' | 'cell' | 'clock' | 'keyring' | 'http' | 'log' | 'tracing' | 'crashPoint'
>;

interface Sending {
  callback: ClaimedCallback;
  claimId: string;
  secret: string | undefined;
  flight: Flight;
}

/** A lease is longer than the longest call plus the time to record it. */
const leaseReserveSeconds = 30;
const idleMs = 50;
const outcomeLimits = { batch: 500, concurrency: 2, waiting: 1_000_000, lingerMs: 2 };

/**
 * Nothing was sent. It still counts as an attempt, so that a lost key ends in callbacks to replay and not in an endless
 * loop.
 */
const unreadable: ReceiverAnswer = {
  accepted: false,
  durationMs: 0,
  httpStatus: null,
  answerHead: '',
  problem: 'body or secret can not be opened',
};

/** Sends due callbacks, each client's within its capacity, and records the answers. */
export function createCallbackSender(ctx: SenderContext): Worker {
  const { timeoutMs, concurrency } = ctx.config.callbacks;
  const receivers = receiverCapacity(concurrency, () => performance.now());
  const openSecrets = callbackSecrets(ctx.db, ctx.keyring);
  const record = gather(
    async (outcomes: AttemptOutcome[]) => {
      await persist(() => recordAttempts(ctx.db, outcomes));
      ctx.crashPoint('send-callbacks:after-commit');
      return outcomes.map(() => true);
    },
    { ...outcomeLimits, ...regroupIn(ctx) },
  );

  async function claim(limit: number): Promise<Sending[]> {
    const { claimId, rows } = await claimCallbacks(ctx.db, {
      limit,
      now: ctx.clock.now(),
      leaseSeconds: Math.ceil(timeoutMs / 1000) + leaseReserveSeconds,
      ...receivers.capacities(),
    });
    if (rows.length === 0) return [];
    ctx.crashPoint('send-callbacks:after-claim');
    const clientIds = rows.map((row) => row.client_id);
    await ctx.keyring.knowClients(ctx.db, clientIds);
    const secrets = await openSecrets(clientIds);
    return rows.map((callback) => {
      const { client_id: clientId } = callback;
      return { callback, claimId, secret: secrets.get(clientId), flight: receivers.start(clientId) };
    });
  }

  async function attempt({ callback, secret, flight }: Sending, at: Date): Promise<ReceiverAnswer> {
    let how: 'answered' | 'unanswered' = 'unanswered';
    try {
      const body = openBody(callback);
      if (secret === undefined || body === null) {
        const { client_id: clientId, request_id: requestId } = callback;
        const trace_id = traceIdOf(ctx.tracing, { clientId, requestId });
        ctx.log.error(
          { clientId, requestId, trace_id },
          'callback or its secret can not be opened: is the key lost?',
        );
        return unreadable;
      }
      const answer =
        callback.url === inboxUrl
          ? await answerHere(ctx.db, callback.client_id, timeoutMs)
          : await callReceiver(ctx.http, callback, { body, secret, at, timeoutMs });
      if (answer.httpStatus !== null) how = 'answered';
      return answer;
    } finally {
      receivers.end(flight, how);
    }
  }

  function openBody({ body, client_id: clientId, request_id: requestId }: ClaimedCallback): string | null {
    try {
      return ctx.keyring.ofClient(clientId).open(body, bodyContext(clientId, requestId));
    } catch {
      return null;
    }
  }

  async function run(sending: Sending): Promise<void> {
    const at = ctx.clock.now();
    const startMs = performance.now();
    const answer = await attempt(sending, at);
    if (ctx.tracing !== null) traceAttempt(ctx.tracing, sending.callback, answer, startMs);
    ctx.crashPoint('send-callbacks:after-call');
    await record(outcomeOf(sending, at, ctx.clock.now(), answer));
  }

  return workSlots({
    name: 'send-callbacks',
    log: ctx.log,
    idleMs,
    paceMs: paceIn(ctx),
    due: [dueFairly('callbacks', 'client_id')],
    capacity: () => receivers.free(),
    claim,
    run,
  });
}

function traceAttempt(
  tracing: Tracing,
  { client_id: clientId, request_id: requestId, attempts }: ClaimedCallback,
  { accepted, httpStatus }: ReceiverAnswer,
  startMs: number,
): void {
  const order = tracing.ofOrder({ clientId, requestId });
  if (order === null) return;
  const outcome = accepted ? 'accepted' : httpStatus === null ? 'unanswered' : 'refused';
  tracing.record({
    place: within(order),
    name: 'callback',
    kind: 'client',
    startMs,
    attributes: {
      'facevalue.client_id': clientId,
      'facevalue.request_id': requestId,
      'facevalue.attempt': attempts,
      'facevalue.outcome': outcome,
      ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
    },
    problem: accepted ? undefined : outcome,
  });
}

function outcomeOf(
  { callback, claimId }: Sending,
  at: Date,
  endedAt: Date,
  { accepted, ...answer }: ReceiverAnswer,
): AttemptOutcome {
  const dueAt = accepted ? null : nextTryAt(callback.tries + 1, at);
  const attempted = {
    clientId: callback.client_id,
    requestId: callback.request_id,
    claimId,
    attempt: callback.attempts,
    at,
    ...answer,
  };
  if (dueAt !== null) return { ...attempted, state: 'due', dueAt, endedAt: null };
  return { ...attempted, state: accepted ? 'accepted' : 'abandoned', dueAt: null, endedAt };
}

export interface ClaimedCallback extends Called {
  client_id: number;
  request_id: number;
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
 * ended, or after a replay, changes nothing. The wait is shorter by what a test order's clock is ahead. The same
 * statement notes which receivers failed and which accept again.
 */
export async function recordAttempts(db: Sql, outcomes: AttemptOutcome[]): Promise<void> {
  await db.query(
    `with outcome as (
       select * from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::integer[], $5::timestamptz[], $6::integer[],
                            $7::integer[], $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[])
         as attempted (client_id, request_id, claim_id, attempt, at, duration_ms,
                  http_status, answer_head, problem, state, due_at, ended_at)),
     kept as (
       insert into callback_attempts (client_id, request_id, attempt, at, duration_ms, http_status, answer_head, problem)
       select client_id, request_id, attempt, at, duration_ms, http_status, answer_head, problem from outcome
       on conflict do nothing),
     ended as (
       update callbacks callback
       set state = outcome.state, tries = callback.tries + 1,
           due_at = coalesce(
             greatest(outcome.due_at - coalesce(callback.ahead_seconds, 0) * interval '1 second', outcome.at), callback.due_at),
           ahead_seconds = nullif(
             greatest(callback.ahead_seconds - extract(epoch from outcome.due_at - outcome.at)::integer, 0), 0),
           claim_id = null, leased_until = null, ended_at = outcome.ended_at,
           last_status = outcome.http_status, last_problem = outcome.problem
       from outcome
       where ${byKeys('callback', 'outcome', ['client_id', 'request_id', 'claim_id'])}
       -- What is caught here says nothing of the client's receiver.
       returning callback.client_id, callback.state, callback.ended_at, callback.url <> '${inboxUrl}' as called),
     failed as (
       insert into failed_receivers as f (client_id, failed_at)
       select client_id, min(ended_at) from ended where state = 'abandoned' and called group by client_id order by client_id
       on conflict (client_id) do update
       set failed_at = case when f.recovered_at is null then f.failed_at else excluded.failed_at end, recovered_at = null)
     update failed_receivers f set recovered_at = again.at
     from (
       select client_id, min(ended_at) as at from ended where called group by client_id
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
export const callbackRetryMinutes = [1, 2, 5, 15, 30, 60, 120] as const;

/** When to try again after `tries` attempts, the last of them at `lastAt`; null: never. */
function nextTryAt(tries: number, lastAt: Date): Date | null {
  const minutes = callbackRetryMinutes[tries - 1];
  return minutes === undefined ? null : new Date(lastAt.getTime() + minutes * 60_000);
}
