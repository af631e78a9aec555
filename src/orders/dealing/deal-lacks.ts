/** Brings what orders lack in their cells from the others: one dealing of a process after another, each for all that wait for it. */
import type { BrandUse } from '../../catalog/use-brand-limits.ts';
import { gather } from '../../platform/batching/gather.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { LotAsk } from '../../vault/lots.ts';
import type { Lack } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { CellsUnavailable, dealLacking, type Dealt } from './deal-lacking.ts';
import { dealLimits } from './deal-limits.ts';
import type { LimitNeed } from './limit-books.ts';

/** Orders of one cell that lack something, and what places them once it may have come. */
interface Waiting {
  ctx: DealingContext;
  lacks: readonly Lack[];
  /** `isDealt` false: no cell has any of it, at one moment of the dealing. True: it is worth looking again. */
  place: (isDealt: boolean) => Promise<unknown>;
}

type Placed = PromiseSettledResult<unknown>;

/** Batches of orders of a process that wait for its next dealing; more are refused. */
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

/** Of each installation that this process has open, under its cells. */
const dealers = new WeakMap<DealingContext['cells'], ReturnType<typeof startDealer>>();

/** Deals, and places what lacked something, before another dealing of this process begins. */
export async function dealAndPlace<Result>(
  ctx: DealingContext,
  lacks: readonly Lack[],
  place: (isDealt: boolean) => Promise<Result>,
): Promise<Result> {
  const dealing = dealers.getOrInsertComputed(ctx.cells, startDealer)({ ctx, lacks, place });
  if (dealing === 'full') throw new TooManyWaiting();
  const placed = await dealing;
  if (placed.status === 'rejected') throw placed.reason;
  return placed.value as Result;
}

async function dealAndPlaceAll(waiting: readonly Waiting[]): Promise<Placed[]> {
  const dealt = await dealCodes(waiting);
  const place = (one: Waiting, isShared: boolean): Promise<unknown> => {
    const ofCodes = dealt.get(one);
    if (ofCodes === 'unknown' && !isShared) throw new CellsUnavailable();
    return one.place(ofCodes === 'found' || isShared);
  };
  const placing = waiting.map((one) =>
    usesOf(one).length === 0 ? settled(async () => place(one, false)) : null,
  );
  const placed: Placed[] = [];
  for (const [nth, one] of waiting.entries()) {
    // A cell uses its share before the next one takes from it what is left.
    const placeLimited = async (): Promise<unknown> =>
      place(one, await dealLimits(one.ctx, needsOf(usesOf(one))));
    placed.push(await (placing[nth] ?? settled(placeLimited)));
  }
  return placed;
}

async function settled(work: () => Promise<unknown>): Promise<Placed> {
  const [result] = await Promise.allSettled([work()]);
  return result;
}

/** What became of those that lack codes: found if anything was, and unknown if not all of it is known not to be there. */
async function dealCodes(waiting: readonly Waiting[]): Promise<Map<Waiting, Dealt>> {
  const asked = waiting.flatMap((one) => codesOf(one).map((ask) => ({ one, ask })));
  const [first] = asked;
  if (first === undefined) return new Map();
  const lacking = asked.map(({ one, ask }) => ({ ...ask, toCell: one.ctx.cell ?? 0 }));
  const dealt = await dealLacking(first.one.ctx, lacking);
  const ofEach = Map.groupBy(dealt.keys(), (nth) => asked[nth]?.one as Waiting);
  return new Map(
    [...ofEach].map(([one, places]) => {
      const found = new Set(places.map((nth) => dealt[nth]));
      return [one, (['found', 'unknown'] as const).find((kind) => found.has(kind)) ?? 'none'];
    }),
  );
}

const codesOf = ({ lacks }: Waiting): LotAsk[] =>
  lacks.flatMap((lack) => (lack.of === 'codes' ? lack.ask : []));

const usesOf = ({ lacks }: Waiting): BrandUse[] =>
  lacks.flatMap((lack) => (lack.of === 'limit' ? lack.use : []));

const needsOf = (uses: readonly BrandUse[]): LimitNeed[] =>
  [...Map.groupBy(uses, ({ supplierId, brandId }) => `${supplierId}:${brandId}`).values()].map((ofBrand) => {
    const [{ supplierId, brandId }] = ofBrand as [BrandUse];
    const faces = ofBrand.map(({ faceKopecks }) => faceKopecks);
    const kopecks = faces.reduce((sum, face) => sum + face, 0);
    return { supplierId, brandId, orders: faces.length, kopecks, least: Math.min(...faces) };
  });
