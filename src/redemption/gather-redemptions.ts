import type { Context } from '../context.ts';
import { gatherFairly, type FairGatherer } from '../platform/batching/gather.ts';
import { TooManyWaiting } from '../platform/batching/permits.ts';
import { isServerTrouble } from '../platform/database/database-errors.ts';
import { codeOfTill, whereCodesAre } from './in-cells.ts';
import type { Redeemed, RedeemAsk } from './redeem-ask.ts';
import { redeemCodes, type RedeemedWhole } from './redeem-codes.ts';
import { redeemPart } from './redeem-part.ts';

/** Redeems one certificate in a batch with concurrent ones. @throws TooManyWaiting if it would wait too long. */
export type Redeem = (ask: RedeemAsk) => Promise<Redeemed>;

type RedeemingContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring' | 'clock' | 'crashPoint'>;

/** Two at a time, so that PostgreSQL has a batch while this process reads requests. */
const limits = { batch: 128, concurrency: 2, waiting: 5000, lingerMs: 0, evenMs: 5, waitMs: 5000 };

/** Parts of one code come one after another: each holds its code in a transaction of its own, beside the batches of whole ones. */
const limitsOfParts = { batch: 1, concurrency: 4, waiting: 5000, lingerMs: 0, waitMs: 5000 };

/** One supplier's flood is refused before the redemptions of others. */
const shares = {
  ownerOf: ({ till }: RedeemAsk) => till.supplierId,
  longestWaitMs: 1000,
  longestStandingWaitMs: 250,
};

/** Few products have parts, and each takes a transaction: their tills rather wait than come again. */
const sharesOfParts = { ...shares, longestWaitMs: 3000, longestStandingWaitMs: 3000 };

export function gatherRedemptions(ctx: RedeemingContext): Redeem {
  const whole: FairGatherer<RedeemAsk, Outcome> = gatherFairly(
    (asks: RedeemAsk[]) => whereCodesAre(ctx, asks, codeOfTill, redeemBatch),
    limits,
    shares,
  );
  const parts: FairGatherer<RedeemAsk, Redeemed | Failed> = gatherFairly(
    (asks: RedeemAsk[]) => whereCodesAre(ctx, asks, codeOfTill, redeemParts),
    limitsOfParts,
    sharesOfParts,
  );
  return async (ask) => {
    const outcome = ask.amountKopecks === undefined ? reached(await whole(ask)) : null;
    if (outcome !== null && outcome.is !== 'in-parts') return outcome;
    return reached(await parts(ask));
  };
}

type Failed = { is: 'failed'; problem: unknown };
type Outcome = RedeemedWhole | Failed;

function reached<Answer extends { is: string }>(outcome: Answer | Failed | 'full'): Exclude<Answer, Failed> {
  if (outcome === 'full') throw new TooManyWaiting();
  if (isFailed(outcome)) throw outcome.problem;
  return outcome as Exclude<Answer, Failed>;
}

const isFailed = (outcome: { is: string }): outcome is Failed => outcome.is === 'failed';

const redeemParts = (
  { db, keyring, clock, crashPoint }: RedeemingContext,
  asks: RedeemAsk[],
): Promise<(Redeemed | Failed)[]> =>
  Promise.all(
    asks.map((ask) =>
      redeemPart(db, keyring, ask, clock.now(), crashPoint).catch((problem: unknown): Failed => ({
        is: 'failed',
        problem,
      })),
    ),
  );

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
): Promise<RedeemedWhole[]> => redeemCodes(db, keyring, asks, clock.now(), crashPoint);
