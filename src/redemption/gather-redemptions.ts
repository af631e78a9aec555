import type { Context } from '../context.ts';
import { gatherFairly, type FairGatherer } from '../platform/batching/gather.ts';
import { TooManyWaiting } from '../platform/batching/permits.ts';
import { isServerTrouble } from '../platform/database/database-errors.ts';
import { codeOfTill, whereCodesAre } from './in-cells.ts';
import { redeemCodes, type Redeemed, type RedeemAsk } from './redeem-codes.ts';

/** Redeems one certificate in a batch with concurrent ones. @throws TooManyWaiting if it would wait too long. */
export type Redeem = (ask: RedeemAsk) => Promise<Redeemed>;

type RedeemingContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring' | 'clock' | 'crashPoint'>;

/** Two at a time, so that PostgreSQL has a batch while this process reads requests. */
const limits = { batch: 128, concurrency: 2, waiting: 5000, lingerMs: 0, evenMs: 5, waitMs: 5000 };

/** One supplier's flood is refused before the redemptions of others. */
const shares = {
  ownerOf: ({ till }: RedeemAsk) => till.supplierId,
  longestWaitMs: 1000,
  longestStandingWaitMs: 250,
};

export function gatherRedemptions(ctx: RedeemingContext): Redeem {
  const gatherer: FairGatherer<RedeemAsk, Outcome> = gatherFairly(
    (asks: RedeemAsk[]) => whereCodesAre(ctx, asks, codeOfTill, redeemBatch),
    limits,
    shares,
  );
  return async (ask) => {
    const outcome = await gatherer(ask);
    if (outcome === 'full') throw new TooManyWaiting();
    if (outcome.is === 'failed') throw outcome.problem;
    return outcome;
  };
}

type Outcome = Redeemed | { is: 'failed'; problem: unknown };

async function redeemBatch(ctx: RedeemingContext, asks: RedeemAsk[]): Promise<Outcome[]> {
  try {
    return await redeemTogether(ctx, asks);
  } catch (problem) {
    if (asks.length === 1 || isServerTrouble(problem)) return asks.map(() => ({ is: 'failed', problem }));
    return redeemEachAlone(ctx, asks);
  }
}

/** One code that another transaction holds must not fail the rest of its batch. */
const redeemEachAlone = (ctx: RedeemingContext, asks: RedeemAsk[]): Promise<Outcome[]> =>
  Promise.all(
    asks.map(async (ask) => {
      const [outcome] = await redeemBatch(ctx, [ask]);
      return outcome as Outcome;
    }),
  );

const redeemTogether = (
  { db, keyring, clock, crashPoint }: RedeemingContext,
  asks: RedeemAsk[],
): Promise<Redeemed[]> => redeemCodes(db, keyring, asks, clock.now(), crashPoint);
