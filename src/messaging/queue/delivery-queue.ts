/** The worker of one channel: leases due deliveries, sends them, and records what came of each. */
import type { Context } from '../../context.ts';
import {
  inOrder,
  transaction,
  transactionAtOnce,
  type Database,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { Claim } from '../../platform/database/due.ts';
import { claimFairly, dueFairly } from '../../platform/database/fair-share.ts';
import { gatherCalls } from '../../platform/batching/gather.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { wholeOrAlone } from '../../platform/database/whole-or-alone.ts';
import { paceIn, regroupIn } from '../../platform/cells/regroup.ts';
import { persist } from '../../platform/database/persist.ts';
import { workSlots } from '../../platform/batching/work-slots.ts';
import { findGifts, type FoundGift } from '../../certificates/find-gift.ts';
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
const outcomeLimits = { batch: 200, concurrency: 1, waiting: 100_000, lingerMs: 3 };

type Claimed = Omit<Delivering, 'gift'> & { gift: FoundGift | null };

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

  async function run(delivering: Claimed): Promise<void> {
    const startMs = performance.now();
    const outcome = hindrance(delivering, ctx.clock.now()) ?? (await channel.send(delivering as Delivering));
    if (ctx.tracing !== null) traceDelivery(ctx.tracing, channel.channel, delivering, { outcome, startMs });
    if (outcome === null) return;
    ctx.crashPoint(`${channel.name}:after-send`);
    const told = outcomeOf(channel.channel, delivering, outcome, ctx.clock.now());
    await channel.record(told);
    count(outcome.is === 'unclear' ? 'unclear' : told.state === 'due' ? 'retried' : told.state);
  }

  return workSlots({
    name: channel.name,
    log: ctx.log,
    idleMs,
    paceMs: paceIn(ctx),
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

/** Records results in batches, for a channel that writes nothing else. */
export function createRecorder(
  ctx: DeliveryContext,
  name: DeliveryChannel['name'],
): DeliveryChannel['record'] {
  const record = gatherCalls(
    async (outcomes: DeliveryOutcome[]) => {
      const recorded = await wholeOrAlone(outcomes, async (some) => {
        await persist(() => recordDeliveries(ctx.db, some));
        return some.map(() => true);
      });
      ctx.crashPoint(`${name}:after-commit`);
      return recorded;
    },
    { ...outcomeLimits, ...regroupIn(ctx) },
  );
  return async (outcome) => {
    const recorded = await record(outcome);
    if (recorded instanceof Error) throw recorded;
  };
}

/** Writes the results of deliveries. A worker that returns after its lease ended changes nothing. */
export async function recordDeliveries(db: Database, outcomes: DeliveryOutcome[]): Promise<void> {
  if (!outcomes.some(hasParts)) return recordOutcomes(db, outcomes);
  await transactionAtOnce(db, (tx) => recordWithin(tx, outcomes));
}

/** The same as a step of a transaction, all of it sent at once. */
export async function recordWithin(tx: Tx, outcomes: DeliveryOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await inOrder(
    () => recordOutcomes(tx, outcomes),
    () => recordParts(tx, outcomes.filter(hasParts)),
  );
}

const hasParts = ({ messageIds = [] }: DeliveryOutcome): boolean => messageIds.length > 0;

async function recordOutcomes(db: Sql, outcomes: DeliveryOutcome[]): Promise<void> {
  await db.query(
    `update deliveries told
     set state = outcome.state, due_at = outcome.due_at, last_error = outcome.error,
         sent_at = outcome.sent_at, claim_id = null, leased_until = null, submitting_at = null,
         provider_reference = coalesce(outcome.reference, told.provider_reference), report = outcome.report,
         report_details = outcome.report_details,
         reported_at = case when outcome.report is not null then outcome.sent_at end
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[],
                 $7::timestamptz[], $8::timestamptz[], $9::text[], $10::integer[], $11::text[], $12::text[], $13::text[])
       as outcome (client_id, request_id, channel, claim_id, state, error, due_at, sent_at, kind, round,
                   reference, report, report_details)
     where told.client_id = outcome.client_id and told.request_id = outcome.request_id
       and told.channel = outcome.channel and told.kind = outcome.kind and told.round = outcome.round
       and told.claim_id = outcome.claim_id`,
    columnsOf(
      outcomes.map((outcome) => ({
        ...outcome,
        reference: outcome.messageIds?.[0] ?? null,
        report: outcome.report ?? null,
        reportDetails: outcome.reportDetails ?? '',
      })),
      [
        'clientId',
        'requestId',
        'channel',
        'claimId',
        'state',
        'error',
        'dueAt',
        'sentAt',
        'kind',
        'round',
        'reference',
        'report',
        'reportDetails',
      ],
    ),
  );
}

/**
 * Stores the parts of texts by the ids of their receipts, even if the lease was lost: the receipts then show what
 * happened.
 */
async function recordParts(db: Sql, outcomes: DeliveryOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const parts = outcomes.flatMap(({ messageIds = [], ...outcome }) =>
    messageIds.map((messageId, index) => ({
      ...outcome,
      messageId,
      part: index + 1,
      ofParts: outcome.parts ?? messageIds.length,
    })),
  );
  await db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::integer[],
                          $7::text[], $8::text[], $9::timestamptz[])
     on conflict (client_id, request_id, kind, round, part) do nothing`,
    columnsOf(parts, [
      'clientId',
      'requestId',
      'kind',
      'round',
      'part',
      'ofParts',
      'provider',
      'messageId',
      'sentAt',
    ]),
  );
}
