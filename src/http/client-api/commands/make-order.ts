import { z } from 'zod';
import { makeOrderRequest, readOrder } from '../../../orders/read-order.ts';
import { okAbout, refuse, tooManyRequests, type Answer } from '../answer.ts';
import { explainRefusal, explainWrong } from '../explain.ts';
import { createDeprecationLog } from '../note-deprecated.ts';
import type { Operation } from '../operation.ts';
import { shareOwner } from '../test-keys.ts';
import type { Context } from '../../../context.ts';
import type { DealingContext } from '../../../orders/dealing/carry-runs.ts';
import { lackOf, placeDealt, type Judged, type PlaceDealt } from '../../../orders/dealing/place-dealt.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { wasConflict } from '../../../orders/placing-conflict.ts';
import { placeOrders, type Placement } from '../../../orders/place-orders.ts';
import { isLockTimeout, isServerTrouble } from '../../../platform/database/database-errors.ts';
import { mostRegroupMs } from '../../../platform/cells/regroup.ts';
import { pipelinedTransaction } from '../../../platform/database/database.ts';
import { TooManyWaiting, type Permits } from '../../../platform/batching/permits.ts';
import { traceBatch } from '../../../platform/tracing/trace-batch.ts';
import type { Tracing } from '../../../platform/tracing/tracing.ts';
import { gatherFairly, type FairGatherer, type GatherLimits } from '../../../platform/batching/gather.ts';

/** makeOrder: queues a request for one certificate. */
export function makeOrder(parts: MakingContext & { accept: AcceptOrder }): Operation {
  const noteDeprecated = createDeprecationLog(parts);
  return {
    cmd: 'makeOrder',
    title: 'Orders one certificate',
    request: makeOrderRequest,
    answer: z.object({ id: z.int().meta({ description: 'Id of the queue request, for getStatus' }) }),
    errors: [1102, 1207, 3601, 5000],
    isFullFor: parts.accept.isFullFor,
    sharesItself: true,
    run({ client }, data) {
      const startedAt = performance.now();
      const now = parts.clock.now();
      const { callbacks: callsPrivate } = parts.config.privateAddresses;
      const order = readOrder(client, data, now, { callsPrivate });
      if (order.is === 'wrong') return refuse(explainWrong(makeOrderRequest, order.names, data));
      if (order.hasLegacyDate) noteDeprecated('date_send', client.id, now);
      const accepting = parts.accept(order.ask);
      if (accepting === 'full') return refuse(tooManyRequests);
      return accepting.then((judged) => {
        if (judged === 'full') return refuse(tooManyRequests);
        if (judged.is === 'failed') {
          if (judged.problem instanceof TooManyWaiting) return refuse(tooManyRequests);
          throw judged.problem;
        }
        parts.metrics.acceptSeconds.observe((performance.now() - startedAt) / 1000);
        return judged.is === 'placed' ? placed(judged) : refuse(explainRefusal(judged.refusal));
      });
    },
  };
}

type MakingContext = Pick<Context, 'clock' | 'metrics' | 'log' | 'config'>;

const placed = ({ requestId, repeated }: Placed): Answer =>
  okAbout({ requestId, isNew: !repeated }, { id: requestId });

type Placed = Extract<Placement, { is: 'placed' }>;

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

/** How often one order is tried that loses against other transactions. */
const maxTries = 5;

/** `turns`: those of the cell's node; without cells there are none. */
export function acceptOrders(
  ctx: AcceptingContext,
  onPlaced: () => void,
  turns: (() => Permits) | null = null,
): AcceptOrder {
  const placing = async (asks: OrderAsk[]): Promise<Judged[]> => {
    const startMs = performance.now();
    const placements = await placeAll(ctx, asks);
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

async function placeAll(ctx: AcceptingContext, asks: OrderAsk[]): Promise<Judged[]> {
  const [only] = asks;
  if (only !== undefined && asks.length === 1) return [await placeAlone(ctx, only)];
  try {
    return await place(ctx, asks);
  } catch (problem) {
    if (isServerTrouble(problem)) return allFailed(asks, problem);
    return isLockTimeout(problem) ? placeByClient(ctx, asks, problem) : placeHalves(ctx, asks);
  }
}

/**
 * Orders of others must not wait for a client whose funds or uuids are locked by a transaction that does not continue.
 * Such a transaction ends within seconds (database-limits.ts), so one batch meets it at most twice.
 */
async function placeByClient(ctx: AcceptingContext, asks: OrderAsk[], problem: unknown): Promise<Judged[]> {
  const groups = Map.groupBy(asks, ({ client }) => client.id);
  if (groups.size === 1) return allFailed(asks, problem);
  const judged = new Map<OrderAsk, Judged>();
  for (const group of groups.values()) {
    const answers = await placeAll(ctx, group);
    answers.forEach((answer, index) => judged.set(group[index] as OrderAsk, answer));
  }
  return asks.map((ask) => judged.get(ask) as Judged);
}

/** One failing order must not fail the rest of its batch, nor cost it much: halves are placed, down to the one that fails. */
async function placeHalves(ctx: AcceptingContext, asks: OrderAsk[]): Promise<Judged[]> {
  const middle = asks.length >> 1;
  const first = await placeAll(ctx, asks.slice(0, middle));
  const rest = asks.slice(middle);
  const trouble = first.find((one) => one.is === 'failed' && endsBatch(one.problem));
  return [
    ...first,
    ...(trouble?.is === 'failed' ? allFailed(rest, trouble.problem) : await placeAll(ctx, rest)),
  ];
}

/** What would fail the other orders too, each after a wait. */
const endsBatch = (problem: unknown): boolean => isServerTrouble(problem) || isLockTimeout(problem);

const allFailed = (asks: OrderAsk[], problem: unknown): Judged[] =>
  asks.map(() => ({ is: 'failed', problem }));

async function placeAlone(ctx: AcceptingContext, ask: OrderAsk): Promise<Judged> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [placement] = await place(ctx, [ask]);
      if (placement === undefined) throw new Error('An order was neither placed nor refused.');
      return placement;
    } catch (problem) {
      if (tries === maxTries || !wasConflict(problem)) return { is: 'failed', problem };
    }
  }
}

async function place({ db, clock, crashPoint }: AcceptingContext, asks: OrderAsk[]): Promise<Placement[]> {
  const placements = await pipelinedTransaction(db, async (tx) => {
    const sent = await placeOrders(tx, asks, clock.now());
    crashPoint('place-orders:before-commit');
    return sent;
  });
  crashPoint('place-orders:after-commit');
  return placements;
}
