import type { Context } from '../context.ts';
import { transaction } from '../platform/database.ts';
import type { Claim } from '../platform/due.ts';
import { claimFairly } from '../platform/fair-share.ts';
import { gather } from '../platform/gather.ts';
import { problemWords, type Worker } from '../platform/loop.ts';
import { letterTimeoutMs, mailConnections, type MailOutcome } from '../platform/mailer.ts';
import { workSlots } from '../platform/work-slots.ts';
import { findGifts, type FoundGift } from './find-gift.ts';
import { makeLetter } from './make-letter.ts';
import { recordDeliveries, type DeliveryOutcome } from './record-deliveries.ts';
import type { DeliveryKind } from './schedule.ts';
import { countTestLetters } from './test-quota.ts';

/** Minutes from one try to the next; after the last one the delivery has failed. */
export const letterRetryMinutes = [1, 5, 15, 60, 240, 720, 1440] as const;

/** A lease outlives the slowest letter and the writing of what came of it. */
const leaseSeconds = letterTimeoutMs / 1000 + 60;
const idleMs = 50;
const outcomeLimits = { batch: 200, concurrency: 2, waiting: 100_000, lingerMs: 2 };

interface ClaimedDelivery {
  client_id: number;
  request_id: number;
  kind: DeliveryKind;
  round: number;
  address: string;
  testmode: boolean;
  attempts: number;
}

interface Delivering {
  delivery: ClaimedDelivery;
  claimId: string;
  gift: FoundGift | null;
}

type DelivererContext = Pick<
  Context,
  'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'http' | 'log' | 'crashPoint'
>;

/** Sends the letters that are due, as many at once as the mail server takes connections. */
export function createDeliverer(ctx: DelivererContext): Worker {
  const record = gather(async (outcomes: DeliveryOutcome[]) => {
    await recordDeliveries(ctx.db, outcomes);
    ctx.crashPoint('deliver:after-commit');
    return outcomes.map(() => true);
  }, outcomeLimits);

  /** Claims until there is something to send: what is over its quota ends right here. */
  async function claim(limit: number): Promise<Delivering[]> {
    for (;;) {
      const { claimId, rows } = await claimLetters(ctx, limit);
      if (rows.length === 0) return [];
      ctx.crashPoint('deliver:after-claim');
      const allowed = await withinQuota(ctx, claimId, rows);
      if (allowed.length === 0) continue;
      const gifts = await findGifts(ctx.db, allowed.map(keyOf), ctx.clock.now());
      return allowed.map((delivery, index) => ({ delivery, claimId, gift: gifts[index] ?? null }));
    }
  }

  async function run(delivering: Delivering): Promise<void> {
    const outcome = await deliver(ctx, delivering);
    ctx.crashPoint('deliver:after-send');
    await record(outcomeOf(delivering, outcome, ctx.clock.now()));
  }

  return workSlots({
    name: 'deliver',
    log: ctx.log,
    idleMs,
    room: (inFlight) => mailConnections - inFlight,
    claim,
    run,
  });
}

const claimLetters = ({ db, clock }: DelivererContext, limit: number): Promise<Claim<ClaimedDelivery>> =>
  claimFairly(
    db,
    { name: 'deliveries', leaseSeconds },
    {
      limit,
      now: clock.now(),
      columns: 'client_id, request_id, kind, round, address, testmode, attempts',
      owner: 'client_id',
      ownerIds: [],
      rooms: [],
      roomOfOthers: limit,
      channel: 'email',
    },
  );

async function withinQuota(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  claimId: string,
  claimed: ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  if (!claimed.some((delivery) => delivery.testmode)) return claimed;
  const mayGo = await transaction(db, (tx) => countTestLetters(tx, claimId, clock.now()));
  return claimed.filter((delivery) => !delivery.testmode || mayGo.has(delivery.request_id));
}

async function deliver(ctx: DelivererContext, { delivery, gift }: Delivering): Promise<MailOutcome> {
  if (gift === null) return { is: 'refused', words: 'no certificate' };
  try {
    return await ctx.mailer.send(await makeLetter(ctx, gift, delivery.address));
  } catch (problem) {
    const { client_id: clientId, request_id: requestId } = delivery;
    ctx.log.error({ clientId, requestId, problem: problemWords(problem) }, 'letter not made');
    return { is: 'failed', words: 'letter not made' };
  }
}

const keyOf = (delivery: ClaimedDelivery) => ({
  clientId: delivery.client_id,
  requestId: delivery.request_id,
});

function outcomeOf({ delivery, claimId }: Delivering, outcome: MailOutcome, now: Date): DeliveryOutcome {
  const { kind, round } = delivery;
  const ended = {
    ...keyOf(delivery),
    channel: 'email' as const,
    kind,
    round,
    claimId,
    dueAt: null,
    sentAt: null,
  };
  if (outcome.is === 'sent') return { ...ended, state: 'sent', error: '', sentAt: now };
  const minutes = outcome.is === 'failed' ? letterRetryMinutes[delivery.attempts - 1] : undefined;
  if (minutes === undefined) return { ...ended, state: 'failed', error: outcome.words };
  const dueAt = new Date(now.getTime() + minutes * 60_000);
  return { ...ended, state: 'due', error: outcome.words, dueAt };
}
