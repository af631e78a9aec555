/** The row of the slowest of five fresh processes, of the section `accept`. */
import { runLoad } from '../load/load.ts';
import { startBareEndpoint } from '../peers/bare-endpoint.ts';
import { comparison } from '../report/comparison.ts';
import type { Line } from '../report/line.ts';
import { figuresOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { manyClients } from '../world/shop.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const processes = 5;
const connections = 512;
const warmUpSeconds = 1.5;
/** Per second; more than a machine can do. */
const prepared = { ours: 32_000, bare: 64_000 };
const leastShare = 0.5;

/**
 * Orders of many clients accepted by processes that were just started, each beside a fresh bare endpoint: some process
 * might settle into a slower way of collecting garbage than the one that is measured otherwise. The slowest counts.
 */
export async function freshProcessesLine(run: SectionRun, shop: ShopDatabase): Promise<Line> {
  const pairs: { ours: number; bare: number }[] = [];
  for (let index = 1; index <= processes; index += 1) {
    run.say(`accepting by fresh process ${index} of ${processes}`);
    pairs.push(await measurePair(run, shop));
  }
  const slowest = pairs.reduce((worst, pair) =>
    pair.ours / pair.bare < worst.ours / worst.bare ? pair : worst,
  );
  const figures = { ...figuresOf(pairs.map(({ ours }) => ours)), median: slowest.ours };
  const bareFigures = { ...figuresOf(pairs.map(({ bare }) => bare)), median: slowest.bare };
  const what = `signed makeOrder, ${manyClients} clients, slowest of ${processes} processes`;
  return comparison(
    { section: 'accept', what, unit: 'orders/s', figures },
    { what: 'bare endpoint, sig only', figures: bareFigures },
    (ratio) => ({ details: `≥ ${leastShare}×`, met: ratio >= leastShare }),
  );
}

async function measurePair(run: SectionRun, shop: ShopDatabase): Promise<{ ours: number; bare: number }> {
  await using cleanUp = new AsyncDisposableStack();
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareEndpoint();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { clients: signersOf(shop.shop) });
  const rate = async (port: number, perSecond: number, seconds: number): Promise<number> => {
    const recipe = orderRecipe(shop.shop, Math.round(seconds * perSecond), manyClients);
    const running = { port, connections, limitMs: seconds * 1000, perSecond: null };
    const report = await runLoad(run.load, recipe, running);
    return report.answered / report.seconds;
  };
  const seconds = run.quick ? 1.5 : 3;
  await rate(serve.port, prepared.ours, warmUpSeconds);
  await rate(barePort, prepared.bare, warmUpSeconds);
  return {
    ours: await rate(serve.port, prepared.ours, seconds),
    bare: await rate(barePort, prepared.bare, seconds),
  };
}
