/** The section `pool-size`: issuing out of a small and a large pool. */
import { issueAll, orderAsks, placeAll } from '../peers/bare-loops.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { fillPool } from '../world/fill-pool.ts';
import { addPoolProduct, type PoolProduct } from '../world/shop.ts';
import type { SectionRun } from './section-run.ts';

const smallPool = 10_000;
const wholeSizes = [100_000, 1_000_000];
const quickSizes = [100_000];
const soldInRound = 9000;
const issueBatch = 400;
const placeBatch = 500;
const mostCost = 0.05;

/**
 * Each size has its own database, so that a large vault has its full effect: table, indexes and cache. A round sells
 * most of a small pool, so every round has a new one; the large pools last.
 */
export async function measurePoolSize(run: SectionRun): Promise<Section> {
  const sizes = [smallPool, ...(run.quick ? quickSizes : wholeSizes)];
  const rounds = run.quick ? 2 : 5;
  await using cleanUp = new AsyncDisposableStack();
  const pools = new Map<string, (round: number) => Promise<number>>();
  for (const size of sizes) {
    const say = (done: number): void => run.say(`pool of ${grouped(size)}: ${grouped(done)} codes loaded`);
    const shop = cleanUp.use(await run.world.open(`pool-${size}`, size, say));
    const products = [shop.shop.product];
    while (size === smallPool && products.length <= rounds)
      products.push(await addPool(shop, products.length));
    pools.set(String(size), (round) => issueRate(shop, products[round] ?? shop.shop.product));
  }
  // One round more than is measured: the first fills the caches.
  for (const rate of pools.values()) await rate(rounds);
  run.say('issuing from each pool in turn');
  const rates = await interleave(rounds, Object.fromEntries(pools));

  const small = rates[String(smallPool)];
  const largest = sizes.at(-1) ?? smallPool;
  const large = rates[String(largest)];
  if (small === undefined || large === undefined) throw new Error('A pool was not measured.');
  const ours = {
    section: 'pool-size',
    what: `issued from a pool of ${grouped(largest)}`,
    unit: 'orders/s',
    figures: large,
  };
  return {
    lines: [
      comparison(ours, { what: `from a pool of ${grouped(smallPool)}`, figures: small }, (ratio) => ({
        details: `cost ≤ ${mostCost * 100} %`,
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

async function addPool({ db, keyring }: ShopDatabase, number: number): Promise<PoolProduct> {
  const now = systemClock.now();
  const product = await transaction(db, (tx) => addPoolProduct(tx, `Поставщик ${number}`, now));
  await fillPool(db, keyring, product, smallPool);
  return product;
}

async function issueRate({ db, keyring, shop }: ShopDatabase, product: PoolProduct): Promise<number> {
  await placeAll(db, orderAsks({ ...shop, product }, soldInRound), placeBatch);
  const { seconds, issued } = await issueAll(db, keyring, issueBatch);
  if (issued !== soldInRound) throw new Error(`${issued} of ${soldInRound} orders were issued.`);
  return issued / seconds;
}

const grouped = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');
