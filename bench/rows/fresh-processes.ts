/** The row of the slowest of five fresh processes, of the section `accept`. */
import { runLoad } from '../load/load.ts';
import { lineOf, type Line } from '../report/line.ts';
import { interleave, medianOf, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { manyClients } from '../world/shop.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const processes = 5;
const connections = 512;
const orders = { warmUp: 16_000, round: 8000 };
const limitMs = 3000;
const leastShare = 0.9;

/**
 * Orders of many clients accepted by processes that were just started: some process might settle into a slower way of collecting garbage
 * than the others, for good. All of them run, and take orders in turns; each round of the slowest is divided by the median of all five in that round.
 */
export async function freshProcessesLine(run: SectionRun, shop: ShopDatabase): Promise<Line> {
  await using cleanUp = new AsyncDisposableStack();
  run.say(`accepting by ${processes} fresh processes in turn`);
  const started: PlatformProcess[] = [];
  for (let index = 0; index < processes; index += 1) {
    const serve = await shop.start('serve');
    cleanUp.defer(() => serve.stop());
    started.push(serve);
  }
  const rate = async ({ port }: PlatformProcess, count: number): Promise<number> => {
    const running = { port, connections, limitMs, perSecond: null };
    const report = await runLoad(run.load, orderRecipe(shop.shop, count, manyClients), running);
    return report.answered / report.seconds;
  };
  for (const serve of started) await rate(serve, orders.warmUp);
  const contestants = started.map((serve, index) => [`process ${index}`, () => rate(serve, orders.round)]);
  const rates = Object.values(
    await interleave(roundsOf(run), Object.fromEntries(contestants) as Record<string, () => Promise<number>>),
  );
  const slowest = rates.reduce((worst, one) => (one.median < worst.median ? one : worst));
  return lineOf({
    section: 'accept',
    what: `signed makeOrder, ${manyClients} clients, slowest of ${processes} fresh processes`,
    unit: 'orders/s',
    rounds: slowest.rounds,
    beside: {
      what: 'median of them',
      rounds: slowest.rounds.map((_, round) => medianOf(rates.map(({ rounds }) => rounds[round] ?? 0))),
    },
    ratioAim: { least: leastShare },
  });
}
