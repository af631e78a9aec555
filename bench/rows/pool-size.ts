import { issueAll, orderAsks, placeAll } from '../peers/bare-loops.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { SectionRun } from './section-run.ts';

const smallPool = 10_000;
const wholeSizes = [100_000, 1_000_000];
const quickSizes = [100_000];
const rounds = 5;
const issueBatch = 400;
const placeBatch = 500;
const mostCost = 0.05;

/** Each pool in a database of its own, so that all of a large vault weighs in: table, indexes and cache. */
export async function measurePoolSize(run: SectionRun): Promise<Section> {
  const sizes = [smallPool, ...(run.quick ? quickSizes : wholeSizes)];
  await using cleanUp = new AsyncDisposableStack();
  const pools = new Map<string, ShopDatabase>();
  for (const size of sizes) {
    const say = (done: number): void => run.say(`pool of ${words(size)}: ${words(done)} codes loaded`);
    pools.set(String(size), cleanUp.use(await run.world.open(`pool-${size}`, size, say)));
  }
  // One round more than is measured: the first fills the caches.
  const orders = Math.floor(smallPool / (rounds + 1));
  for (const shop of pools.values()) await issueRate(shop, orders);
  run.say('issuing from each pool in turn');
  const rates = await interleave(
    rounds,
    Object.fromEntries([...pools].map(([size, shop]) => [size, () => issueRate(shop, orders)])),
  );

  const small = rates[String(smallPool)];
  const largest = sizes.at(-1) ?? smallPool;
  const large = rates[String(largest)];
  if (small === undefined || large === undefined) throw new Error('A pool was not measured.');
  const ours = {
    section: 'pool-size',
    what: `issued from a pool of ${words(largest)}`,
    unit: 'orders/s',
    figures: large,
  };
  return {
    lines: [
      comparison(ours, { what: `from a pool of ${words(smallPool)}`, figures: small }, (ratio) => ({
        words: `cost ≤ ${mostCost * 100} %`,
        met: 1 - ratio <= mostCost,
      })),
    ],
    curves: [
      {
        name: 'pool-size',
        title: 'Issue rate over the size of the pool',
        x: { label: 'codes in the pool', logarithmic: true },
        y: { label: 'orders/s' },
        series: [
          {
            name: 'issueOrders in a bare loop',
            points: sizes.map((size): [number, number] => [size, rates[String(size)]?.median ?? 0]),
          },
        ],
      },
    ],
  };
}

async function issueRate({ db, keyring, shop }: ShopDatabase, orders: number): Promise<number> {
  await placeAll(db, orderAsks(shop, orders), placeBatch);
  const { seconds, issued } = await issueAll(db, keyring, issueBatch);
  if (issued !== orders) throw new Error(`${issued} of ${orders} orders were issued.`);
  return issued / seconds;
}

const words = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');
