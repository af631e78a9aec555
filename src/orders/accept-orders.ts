/** Accepts orders as they come: they are gathered into batches, fairly by client, and each hears of its own. */
import { shareOwner } from '../clients/client.ts';
import { mostRegroupMs } from '../platform/cells/regroup.ts';
import { gatherFairly, type FairGatherer, type GatherLimits } from '../platform/batching/gather.ts';
import type { Permits } from '../platform/batching/permits.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { traceBatch } from '../platform/tracing/trace-batch.ts';
import type { Context } from '../context.ts';
import type { DealingContext } from './dealing/carry-runs.ts';
import { lackOf, placeDealt, type Judged, type PlaceDealt } from './dealing/place-dealt.ts';
import type { OrderAsk } from './order-ask.ts';
import { placeBatch } from './place-batch.ts';

type AcceptingContext = DealingContext & Pick<Context, 'metrics' | 'tracing'>;

/** Accepts one order in a batch with concurrent ones; `'full'` if it would have to wait too long. */
export type AcceptOrder = FairGatherer<OrderAsk, Judged>;

/** How long an order waits behind batches of a silent database before its client is told to repeat it. */
const acceptWithinMs = 5000;

/**
 * So that PostgreSQL has a batch while this process reads requests. Larger batches would leave one of the two idle; smaller ones would update the
 * accounts of every client more often. With cells there are as many at each node: one of a cell, as large as can be, while the others wait for their turn.
 */
export const batchesAtOnce = 2;

const limits: GatherLimits = {
  batch: 256,
  concurrency: batchesAtOnce,
  waiting: 10_000,
  lingerMs: 1,
  waitMs: acceptWithinMs,
};

/**
 * This wait is half of what a client waits: the batch itself, reading and answering are added, and estimates can be
 * wrong (docs/decisions/0017).
 */
const shares = {
  ownerOf: ({ client }: OrderAsk) => shareOwner(client.id, client.withTestKey === true),
  longestWaitMs: 1000,
  longestStandingWaitMs: 100,
};

/** `turns`: those of the cell's node; without cells there are none. */
export function acceptOrders(
  ctx: AcceptingContext,
  onPlaced: () => void,
  turns: (() => Permits) | null = null,
): AcceptOrder {
  const placing = async (asks: OrderAsk[]): Promise<Judged[]> => {
    const startMs = performance.now();
    const placements = await placeBatch(ctx, asks);
    if (ctx.tracing !== null) traceAccepted(ctx.tracing, asks, placements, startMs);
    if (placements.some((placement) => placement.is === 'placed')) onPlaced();
    return placements;
  };
  const dealt = placeDealt(ctx, placing);
  const gatherer = gatherFairly(
    async (asks: OrderAsk[]) => {
      ctx.metrics.batchSize.observe({ verb: 'place-orders' }, asks.length);
      const placements = await placing(asks);
      return asks.map((ask, nth) => orWaiting(ctx, ask, placements[nth] as Judged, dealt));
    },
    turns === null ? limits : { ...limits, concurrency: 1, regroupMs: mostRegroupMs, turns },
    shares,
  );
  const accept = (ask: OrderAsk): Promise<Judged | 'full'> | 'full' => {
    const accepting = gatherer(ask);
    return accepting === 'full'
      ? 'full'
      : accepting.then((judged) => (judged !== 'full' && judged.is === 'waiting' ? judged.dealt : judged));
  };
  return Object.assign(accept, { isFullFor: gatherer.isFullFor });
}

/** An order whose cell lacks something. Its batch has ended: those behind it don't wait for the dealing. */
interface WaitingForDealing {
  is: 'waiting';
  dealt: Promise<Judged>;
}

function orWaiting(
  ctx: AcceptingContext,
  ask: OrderAsk,
  answer: Judged,
  dealt: PlaceDealt<OrderAsk>,
): Judged | WaitingForDealing {
  return lackOf(ctx, answer) === null ? answer : { is: 'waiting', dealt: dealt(ask, answer) };
}

function traceAccepted(tracing: Tracing, asks: OrderAsk[], placements: Judged[], startMs: number): void {
  const orders = placements.flatMap((placement, index) => {
    const ask = asks[index];
    if (ask === undefined || placement.is !== 'placed' || placement.repeated) return [];
    return { clientId: ask.client.id, requestId: placement.requestId };
  });
  traceBatch(tracing, { name: 'accept', startMs, size: asks.length, orders });
}
