/** Places a batch of orders, and never fails some of them for what is wrong with another. */
import { wasConflict } from './placing-conflict.ts';
import { placeOrders, type Placement } from './place-orders.ts';
import type { Judged } from './dealing/place-dealt.ts';
import type { OrderAsk } from './order-ask.ts';
import type { Context } from '../context.ts';
import { isLockTimeout, isServerTrouble } from '../platform/database/database-errors.ts';
import { pipelinedTransaction } from '../platform/database/database.ts';

type PlacingContext = Pick<Context, 'db' | 'clock' | 'crashPoint'>;

/** How often one order is tried that loses against other transactions. */
const maxTries = 5;

/** In the order of the asks; an order that failed does not throw. */
export async function placeBatch(ctx: PlacingContext, asks: OrderAsk[]): Promise<Judged[]> {
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
async function placeByClient(ctx: PlacingContext, asks: OrderAsk[], problem: unknown): Promise<Judged[]> {
  const groups = Map.groupBy(asks, ({ client }) => client.id);
  if (groups.size === 1) return allFailed(asks, problem);
  const judged = new Map<OrderAsk, Judged>();
  for (const group of groups.values()) {
    const answers = await placeBatch(ctx, group);
    answers.forEach((answer, index) => judged.set(group[index] as OrderAsk, answer));
  }
  return asks.map((ask) => judged.get(ask) as Judged);
}

/** One failing order must not fail the rest of its batch, nor cost it much: halves are placed, down to the one that fails. */
async function placeHalves(ctx: PlacingContext, asks: OrderAsk[]): Promise<Judged[]> {
  const middle = asks.length >> 1;
  const first = await placeBatch(ctx, asks.slice(0, middle));
  const rest = asks.slice(middle);
  const trouble = first.find((one) => one.is === 'failed' && endsBatch(one.problem));
  return [
    ...first,
    ...(trouble?.is === 'failed' ? allFailed(rest, trouble.problem) : await placeBatch(ctx, rest)),
  ];
}

/** What would fail the other orders too, each after a wait. */
const endsBatch = (problem: unknown): boolean => isServerTrouble(problem) || isLockTimeout(problem);

const allFailed = (asks: OrderAsk[], problem: unknown): Judged[] =>
  asks.map(() => ({ is: 'failed', problem }));

async function placeAlone(ctx: PlacingContext, ask: OrderAsk): Promise<Judged> {
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

async function place({ db, clock, crashPoint }: PlacingContext, asks: OrderAsk[]): Promise<Placement[]> {
  const placements = await pipelinedTransaction(db, async (tx) => {
    const sent = await placeOrders(tx, asks, clock.now());
    crashPoint('place-orders:before-commit');
    return sent;
  });
  crashPoint('place-orders:after-commit');
  return placements;
}
