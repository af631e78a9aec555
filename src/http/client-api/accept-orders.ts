import { DatabaseError } from 'pg';
import type { Context } from '../../context.ts';
import type { OrderAsk } from '../../orders/order-ask.ts';
import { placeOrders, type Placement } from '../../orders/place-orders.ts';
import { pipelinedTransaction } from '../../platform/database.ts';
import { gather } from '../../platform/gather.ts';

type AcceptingContext = Pick<Context, 'db' | 'clock' | 'crashPoint' | 'metrics'>;

/** `failed`: nobody knows what became of it, or it could not be handled. */
export type Judged = Placement | { is: 'failed'; problem: unknown };

/** Accepts one order together with all that come at the same time; `'full'` when too many are waiting. */
export type AcceptOrder = (ask: OrderAsk) => Promise<Judged> | 'full';

/**
 * Two at a time, so that PostgreSQL has a batch while this process reads requests; not larger, so that one does not take
 * all that wait and leave the other idle; not smaller, for each batch books every client that it holds anew.
 */
const limits = { batch: 256, concurrency: 2, waiting: 10_000, lingerMs: 1 };

/** How often one order is tried that loses against other transactions. */
const maxTries = 5;

export const acceptOrders = (ctx: AcceptingContext, onPlaced: () => void): AcceptOrder =>
  gather((asks: OrderAsk[]) => acceptBatch(ctx, asks, onPlaced), limits);

async function acceptBatch(ctx: AcceptingContext, asks: OrderAsk[], onPlaced: () => void): Promise<Judged[]> {
  ctx.metrics.batchSize.observe({ verb: 'place-orders' }, asks.length);
  const placements = await placeAll(ctx, asks);
  if (placements.some((placement) => placement.is === 'placed')) onPlaced();
  return placements;
}

/** One order that can't be handled must not fail its neighbours: a batch that breaks is done again one by one. */
async function placeAll(ctx: AcceptingContext, asks: OrderAsk[]): Promise<Judged[]> {
  if (asks.length > 1) {
    try {
      return await place(ctx, asks);
    } catch (problem) {
      if (!wasRolledBack(problem)) throw problem;
    }
  }
  const judged: Judged[] = [];
  for (const ask of asks) judged.push(await placeAlone(ctx, ask));
  return judged;
}

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
    const placed = await placeOrders(tx, asks, clock.now());
    crashPoint('place-orders:before-commit');
    return placed;
  });
  crashPoint('place-orders:after-commit');
  return placements;
}

/** Classes of SQLSTATE in which it is the server that is unwell, not the statement. */
const serverTrouble = ['08', '53', '57', '58', 'F0', 'XX'];

/**
 * Whether certainly nothing was committed and another try makes sense. When the connection breaks nobody knows: then
 * the client repeats with the same uuid, not we without one.
 */
function wasRolledBack(problem: unknown): boolean {
  if (problem instanceof DatabaseError) return !serverTrouble.includes((problem.code ?? 'XX').slice(0, 2));
  return problem instanceof Error && !('code' in problem) && !/connect/i.test(problem.message);
}

/** What refuses a batch whose funds or codes were ample when they were read and are gone now (`openSupply`). */
const guards = ['funds_within_credit', 'no_promise_without_code'];

/** Nothing is wrong with the order: a deadlock, or scarce goods; read again, they are locked, and it gets its answer. */
const wasConflict = (problem: unknown): boolean =>
  problem instanceof DatabaseError &&
  ((problem.code ?? '').startsWith('40') || guards.includes(problem.constraint ?? ''));
