/** The worker of one channel: leases due deliveries, sends them, and records what came of each. */
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Claim } from '../../platform/database/due.ts';
import { claimFairly, dueFairly } from '../../platform/database/fair-share.ts';
import { whileRenewed } from '../../platform/process/lease.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { paceIn } from '../../platform/cells/regroup.ts';
import { workSlots } from '../../platform/batching/work-slots.ts';
import { findGifts, type LinkedGift } from '../../certificates/find-gift.ts';
import type {
  ClaimedDelivery,
  Delivering,
  DeliveryChannel,
  DeliveryContext,
  DeliveryOutcome,
  HandedOver,
  SendOutcome,
} from './delivery-channel.ts';
import { reminderHindrance } from './reminders.ts';
import type { Channel } from './schedule.ts';
import { placeOfDelivery, traceDelivery } from './trace-delivery.ts';
import { countTestMessages, deliveryName } from './test-quota.ts';

/** Minutes between attempts; after the last one the delivery has failed. */
export const deliveryRetryMinutes = [1, 5, 15, 60, 240, 720, 1440] as const;

const idleMs = 50;
/** Nobody notices that a message comes so much later; at 250 orders a second it saves three claims of four. */
const gatherMs = 25;

type Claimed = Omit<Delivering, 'gift'> & { gift: LinkedGift | null };

/** The worker of one channel: claims due deliveries fairly by client, applies the test quota, sends, records. */
export function createDeliveryQueue(ctx: DeliveryContext, channel: DeliveryChannel): Worker {
  const count = (outcome: string, by = 1): void =>
    ctx.metrics.deliveriesTotal.inc({ channel: channel.channel, outcome }, by);

  /** Claims until there is something to send; deliveries over their quota end here. */
  async function claim(limit: number): Promise<Claimed[]> {
    for (;;) {
      const { claimId, rows } = await claimDeliveries(ctx, channel, limit);
      if (rows.length === 0) return [];
      ctx.crashPoint(`${channel.name}:after-claim`);
      const admitted = (await channel.admit?.(claimId, rows)) ?? rows;
      const allowed = await withinQuota(ctx, channel.channel, claimId, admitted);
      if (allowed.length < admitted.length) count('over_quota', admitted.length - allowed.length);
      if (allowed.length === 0) continue;
      const gifts = await findGifts(ctx.db, allowed.map(keyOf), ctx.clock.now());
      return allowed.map((delivery, index) => ({
        delivery,
        claimId,
        gift: gifts[index] ?? null,
        trace: placeOfDelivery(ctx.tracing, keyOf(delivery)),
      }));
    }
  }

  function sendRenewed(delivering: Delivering): Promise<SendOutcome | null> {
    const { renewal } = channel;
    if (renewal === undefined) return channel.send(delivering);
    const renewed = { log: ctx.log, what: channel.name, ...renewal };
    return whileRenewed(
      () => renewLease(ctx, channel, delivering),
      renewed,
      () => channel.send(delivering),
    );
  }

  async function run(delivering: Claimed): Promise<void> {
    const startMs = performance.now();
    const outcome = hindrance(delivering, ctx.clock.now()) ?? (await sendRenewed(delivering as Delivering));
    if (ctx.tracing !== null) traceDelivery(ctx.tracing, channel.channel, delivering, { outcome, startMs });
    if (outcome === null) return;
    ctx.crashPoint(`${channel.name}:after-send`);
    const result = outcomeOf(channel.channel, delivering, outcome, ctx.clock.now());
    await channel.record(result);
    count(outcome.is === 'unclear' ? 'unclear' : result.state === 'due' ? 'retried' : result.state);
  }

  return workSlots({
    name: channel.name,
    log: ctx.log,
    idleMs,
    paceMs: paceIn(ctx),
    gatherMs,
    due: [dueFairly('deliveries', 'client_id', channel.channel)],
    capacity: (inFlight) => channel.capacity(inFlight),
    ...(channel.places !== undefined && { places: channel.places }),
    claim,
    run,
  });
}

/** Why a certificate must not be sent; null if it may. */
function hindrance({ gift, delivery }: Claimed, now: Date): SendOutcome | null {
  if (gift === null) return { is: 'refused', details: 'no certificate' };
  if (gift.view.state === 'blocked') return { is: 'dropped', details: 'certificate blocked' };
  return delivery.kind === 'reminder' ? reminderHindrance(delivery, gift, now) : null;
}

const claimDeliveries = (
  { db, clock }: DeliveryContext,
  { channel, leaseSeconds }: DeliveryChannel,
  limit: number,
): Promise<Claim<ClaimedDelivery>> =>
  claimFairly(
    db,
    { name: 'deliveries', leaseSeconds },
    {
      limit,
      now: clock.now(),
      columns: 'client_id, request_id, kind, round, address, testmode, attempts, submitting_at',
      owner: 'client_id',
      ownerIds: [],
      capacities: [],
      capacityOfOthers: limit,
      channel,
    },
  );

/** One that was lost meanwhile stays lost. */
const renewLease = (
  { db, clock }: DeliveryContext,
  { channel, leaseSeconds }: DeliveryChannel,
  { delivery, claimId }: Delivering,
) =>
  db.query(
    `update deliveries set due_at = $3, leased_until = $3
     where client_id = $1 and request_id = $2 and claim_id = $4 and state = 'due' and channel = $5 and kind = $6 and round = $7`,
    [
      delivery.client_id,
      delivery.request_id,
      new Date(clock.now().getTime() + leaseSeconds * 1000),
      claimId,
      channel,
      delivery.kind,
      delivery.round,
    ],
  );

async function withinQuota(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  channel: Channel,
  claimId: string,
  claimed: ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  if (!claimed.some((delivery) => delivery.testmode)) return claimed;
  const mayGo = await transaction(db, (tx) => countTestMessages(tx, { claimId, channel }, clock.now()));
  return claimed.filter((delivery) => !delivery.testmode || mayGo.has(deliveryName(delivery)));
}

export const keyOf = (delivery: ClaimedDelivery) => ({
  clientId: delivery.client_id,
  requestId: delivery.request_id,
});

export function outcomeOf(
  channel: Channel,
  { delivery, claimId }: Pick<Delivering, 'delivery' | 'claimId'>,
  outcome: SendOutcome,
  now: Date,
): DeliveryOutcome {
  const { kind, round } = delivery;
  const ended = { ...keyOf(delivery), channel, kind, round, claimId, dueAt: now, sentAt: null };
  switch (outcome.is) {
    case 'sent':
      return { ...ended, state: 'sent', error: '', sentAt: now, ...handedOver(outcome) };
    case 'unclear':
      return {
        ...ended,
        state: 'sent',
        error: '',
        sentAt: now,
        ...handedOver(outcome),
        report: 'unknown',
        reportDetails: outcome.details,
      };
    case 'refused':
      return { ...ended, state: 'failed', error: outcome.details };
    case 'dropped':
      return { ...ended, state: 'dropped', error: outcome.details };
    case 'failed': {
      const minutes = deliveryRetryMinutes[delivery.attempts - 1];
      if (minutes === undefined) return { ...ended, state: 'failed', error: outcome.details };
      const dueAt = new Date(now.getTime() + minutes * 60_000);
      return { ...ended, state: 'due', error: outcome.details, dueAt };
    }
  }
}

function handedOver({ provider, messageIds, parts }: HandedOver): HandedOver {
  return {
    ...(provider !== undefined && { provider }),
    ...(messageIds !== undefined && { messageIds }),
    ...(parts !== undefined && { parts }),
  };
}
