/** Limits the messages of test orders. */
import type { Tx } from '../../platform/database/database.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

/** Messages for test orders per client, channel and Moscow day (specification, 8). */
const testMessagesADay = 15;

interface TestDelivery {
  client_id: number;
  request_id: number;
  kind: DeliveryKind;
  round: number;
  counted_on: string | null;
}

/** One delivery of a channel. */
export const deliveryName = (
  delivery: Pick<TestDelivery, 'client_id' | 'request_id' | 'kind' | 'round'>,
): string => `${delivery.client_id}:${delivery.request_id}:${delivery.kind}:${delivery.round}`;

/**
 * Counts claimed deliveries of test orders towards the daily quota of their clients before anything is sent, and ends
 * those above it. A delivery counts once a day, however often it is tried. Returns those that may be sent; a claim lost
 * meanwhile is not among them.
 */
export async function countTestMessages(
  tx: Tx,
  { claimId, channel }: { claimId: string; channel: Channel },
  now: Date,
): Promise<Set<string>> {
  const day = moscowDay(now);
  const { rows: claimed } = await tx.query<TestDelivery>(
    `select client_id, request_id, kind, round, counted_on from deliveries
     where claim_id = $1 and state = 'due' and testmode order by request_id, kind, round for update`,
    [claimId],
  );
  const uncounted = claimed.filter((delivery) => delivery.counted_on !== day);
  const clientIds = [...new Set(uncounted.map((delivery) => delivery.client_id))];
  const quotas = await lockQuota(tx, clientIds, channel, day);
  const granted: TestDelivery[] = [];
  const tooMany: TestDelivery[] = [];
  for (const delivery of uncounted) {
    const left = quotas.get(delivery.client_id) ?? 0;
    quotas.set(delivery.client_id, left - 1);
    (left > 0 ? granted : tooMany).push(delivery);
  }
  await count(tx, claimId, granted, channel, day);
  await end(tx, claimId, tooMany, now);
  const ended = new Set(tooMany);
  return new Set(claimed.filter((delivery) => !ended.has(delivery)).map(deliveryName));
}

/** The remaining quota of each client that day. The rows stay locked, so concurrent rounds add up. */
async function lockQuota(
  tx: Tx,
  clientIds: number[],
  channel: Channel,
  day: string,
): Promise<Map<number, number>> {
  if (clientIds.length === 0) return new Map();
  await tx.query(
    `insert into test_letters (client_id, day, channel, letters)
     select client_id, $2, $3, 0 from unnest($1::bigint[]) as counted (client_id) order by client_id
     on conflict do nothing`,
    [clientIds, day, channel],
  );
  const { rows } = await tx.query<{ client_id: number; letters: number }>(
    `select client_id, letters from test_letters
     where client_id = any($1::bigint[]) and day = $2 and channel = $3 order by client_id for update`,
    [clientIds, day, channel],
  );
  return new Map(rows.map((row) => [row.client_id, testMessagesADay - row.letters]));
}

async function count(
  tx: Tx,
  claimId: string,
  granted: TestDelivery[],
  channel: Channel,
  day: string,
): Promise<void> {
  if (granted.length === 0) return;
  await tx.query(
    `update test_letters counted set letters = counted.letters + granted.letters
     from (select client_id, count(*)::integer as letters from unnest($1::bigint[]) as one (client_id)
           group by client_id) granted
     where counted.client_id = granted.client_id and counted.day = $2 and counted.channel = $3`,
    [granted.map((delivery) => delivery.client_id), day, channel],
  );
  await tx.query(
    `update deliveries set counted_on = $2
     where claim_id = $1 and (client_id, request_id, kind, round) in
       (select * from unnest($3::bigint[], $4::bigint[], $5::text[], $6::integer[]))`,
    [claimId, day, ...keysOf(granted)],
  );
}

async function end(tx: Tx, claimId: string, tooMany: TestDelivery[], now: Date): Promise<void> {
  if (tooMany.length === 0) return;
  await tx.query(
    `update deliveries set state = 'over_quota', due_at = $2, claim_id = null, leased_until = null
     where claim_id = $1 and (client_id, request_id, kind, round) in
       (select * from unnest($3::bigint[], $4::bigint[], $5::text[], $6::integer[]))`,
    [claimId, now, ...keysOf(tooMany)],
  );
}

const keysOf = (deliveries: TestDelivery[]): unknown[][] => [
  deliveries.map((delivery) => delivery.client_id),
  deliveries.map((delivery) => delivery.request_id),
  deliveries.map((delivery) => delivery.kind),
  deliveries.map((delivery) => delivery.round),
];
