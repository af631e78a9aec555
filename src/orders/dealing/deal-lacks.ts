/** Brings what orders lack in their cells from the others: one dealing of a process after another, each for all that wait for it. */
import type { BrandUse } from '../../catalog/use-brand-limits.ts';
import { gather } from '../../platform/batching/gather.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { Lack } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { CellsUnavailable, dealLacking, type Dealt } from './deal-lacking.ts';
import { dealLimits } from './deal-limits.ts';
import type { LimitNeed } from './limit-books.ts';

/** Orders of one cell that lack something, and what places them once it may have come. */
interface Waiting {
  ctx: DealingContext;
  lacks: readonly Lack[];
  /** Told what became of each lack, in order; not called if that is not known of any. */
  place: (dealt: readonly Dealt[]) => Promise<unknown>;
}

type Placed = PromiseSettledResult<unknown>;

/** Cells, bulk orders and persons whose orders wait for the next dealing of a process; more are refused. */
const mostWaiting = 1000;
const mostInDealing = 200;

const startDealer = () =>
  gather<Waiting, Placed>(dealAndPlaceAll, {
    // What was brought for one order would be taken away for another.
    concurrency: 1,
    batch: mostInDealing,
    waiting: mostWaiting,
    lingerMs: 0,
  });

/** The dealer of each installation that this process has open, by its cells. */
const dealers = new WeakMap<DealingContext['cells'], ReturnType<typeof startDealer>>();

/** Deals, and places what lacked something, before another dealing of this process begins. */
export async function dealAndPlace<Result>(
  ctx: DealingContext,
  lacks: readonly Lack[],
  place: (dealt: readonly Dealt[]) => Promise<Result>,
): Promise<Result> {
  const dealing = dealers.getOrInsertComputed(ctx.cells, startDealer)({ ctx, lacks, place });
  if (dealing === 'full') throw new TooManyWaiting();
  const placed = await dealing;
  if (placed.status === 'rejected') throw placed.reason;
  return placed.value as Result;
}

async function dealAndPlaceAll(waiting: readonly Waiting[]): Promise<Placed[]> {
  const codes = await dealCodes(waiting);
  const place = (one: Waiting, shares: Verdicts): Promise<unknown> => {
    const dealt = one.lacks.map((lack) => codes.get(lack) ?? shares.get(lack) ?? 'moving');
    if (dealt.every((each) => each === 'moving')) throw new CellsUnavailable();
    return one.place(dealt);
  };
  const placing = waiting.map((one) =>
    one.lacks.some(({ of }) => of === 'limit') ? null : settled(async () => place(one, new Map())),
  );
  const placed: Placed[] = [];
  for (const [nth, one] of waiting.entries()) {
    // A cell uses its share before the next one takes from it what is left.
    placed.push(await (placing[nth] ?? settled(async () => place(one, await dealShares(one)))));
  }
  return placed;
}

async function settled(work: () => Promise<unknown>): Promise<Placed> {
  const [result] = await Promise.allSettled([work()]);
  return result;
}

/** What became of what orders lacked. */
type Verdicts = ReadonlyMap<Lack, Dealt>;

async function dealCodes(waiting: readonly Waiting[]): Promise<Verdicts> {
  const asked = waiting.flatMap(({ ctx, lacks }) =>
    lacks.flatMap((lack) => (lack.of === 'codes' ? { ctx, lack, ask: lack.ask } : [])),
  );
  const [first] = asked;
  if (first === undefined) return new Map();
  const lacking = asked.map(({ ctx, ask }) => ({ ...ask, toCell: ctx.cell ?? 0 }));
  const dealt = await dealLacking(first.ctx, lacking);
  return new Map(asked.map(({ lack }, nth) => [lack, dealt[nth] ?? 'unknown']));
}

async function dealShares({ ctx, lacks }: Waiting): Promise<Verdicts> {
  const uses = lacks.flatMap((lack) => (lack.of === 'limit' ? { lack, use: lack.use } : []));
  const ofBrands = [
    ...Map.groupBy(uses, ({ use: { supplierId, brandId } }) => `${supplierId}:${brandId}`).values(),
  ];
  const needs = ofBrands.map((ofBrand) => needOf(ofBrand.map(({ use }) => use)));
  const dealt = await dealLimits(ctx, needs);
  return new Map(
    ofBrands.flatMap((ofBrand, nth) => ofBrand.map(({ lack }) => [lack, dealt[nth] ?? 'moving'])),
  );
}

/** What orders of one brand need of its limit. */
function needOf(uses: readonly BrandUse[]): LimitNeed {
  const [{ supplierId, brandId }] = uses as [BrandUse];
  const faces = uses.map(({ faceKopecks }) => faceKopecks);
  const kopecks = faces.reduce((sum, face) => sum + face, 0);
  return { supplierId, brandId, orders: faces.length, kopecks, least: Math.min(...faces) };
}
