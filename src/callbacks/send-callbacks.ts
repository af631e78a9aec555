/** The worker that sends due callbacks. */
import type { Context } from '../context.ts';
import { gather } from '../platform/batching/gather.ts';
import type { Worker } from '../platform/process/loop.ts';
import { persist } from '../platform/database/persist.ts';
import { workSlots } from '../platform/batching/work-slots.ts';
import { bodyContext } from './announce.ts';
import { callbackSecrets, callReceiver, type ReceiverAnswer } from './call-receiver.ts';
import {
  claimCallbacks,
  nextTryAt,
  recordAttempts,
  type AttemptOutcome,
  type ClaimedCallback,
} from './callback-queue.ts';
import { receiverCapacity, type Flight } from './receiver-capacity.ts';

type SenderContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'http' | 'log' | 'crashPoint'>;

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
  const record = gather(async (outcomes: AttemptOutcome[]) => {
    await persist(() => recordAttempts(ctx.db, outcomes));
    ctx.crashPoint('send-callbacks:after-commit');
    return outcomes.map(() => true);
  }, outcomeLimits);

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
        ctx.log.error({ clientId, requestId }, 'callback or its secret can not be opened: is the key lost?');
        return unreadable;
      }
      const answer = await callReceiver(ctx.http, callback, { body, secret, at, timeoutMs });
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
    const answer = await attempt(sending, at);
    ctx.crashPoint('send-callbacks:after-call');
    await record(outcomeOf(sending, at, ctx.clock.now(), answer));
  }

  return workSlots({
    name: 'send-callbacks',
    log: ctx.log,
    idleMs,
    capacity: () => receivers.free(),
    claim,
    run,
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
