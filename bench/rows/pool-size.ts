/** The section `pool-size`: issuing out of a small and a large pool. */
import { issueAll, orderAsks, placeAll } from '../peers/bare-loops.ts';
import { lineOf, type Section } from '../report/line.ts';
import { interleave, roundsOf } from '../rounds.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { fillPool } from '../world/fill-pool.ts';
import { addPoolProduct, type PoolProduct } from '../world/shop.ts';
import type { SectionRun } from './section-run.ts';

const smallPool = 10_000;
const largePools = { whole: 1_000_000, quick: 100_000 };
/** A small pool lasts two rounds. */
const soldInRound = 4500;
const roundsOfPool = 2;
const issueBatch = 400;
const placeBatch = 500;
/** Of the rate from a small pool: it may cost five per cent. */
const leastShare = 0.95;

/**
 * Each size has its own database, so that a large vault has its full effect: table, indexes and cache. A round sells
 * a good part of a small pool, so there are several; the large pool lasts.
 */
export async function measurePoolSize(run: SectionRun): Promise<Section> {
  const rounds = roundsOf(run);
  const large = largePools[run.quick ? 'quick' : 'whole'];
  await using cleanUp = new AsyncDisposableStack();
  const open = async (size: number): Promise<ShopDatabase> =>
    cleanUp.use(
      await run.world.open(`pool-${size}`, size, (done) =>
        run.say(`pool of ${grouped(size)}: ${grouped(done)} codes loaded`),
      ),
    );
  const shops = { small: await open(smallPool), large: await open(large) };
  const products = [shops.small.shop.product];
  // One round more than is measured: the first fills the caches.
  while (products.length * roundsOfPool <= rounds) products.push(await addPool(shops.small, products.length));
  const contestants = {
    small: (round: number) =>
      issueRate(shops.small, products[Math.floor(round / roundsOfPool)] ?? shops.small.shop.product),
    large: () => issueRate(shops.large, shops.large.shop.product),
  };
  await contestants.small(rounds);
  await contestants.large();
  run.say('issuing from each pool in turn');
  const rates = await interleave(rounds, contestants);
  const line = lineOf({
    section: 'pool-size',
    what: `issued from a pool of ${grouped(large)}`,
    unit: 'orders/s',
    rounds: rates.large.rounds,
    beside: { what: `from a pool of ${grouped(smallPool)}`, rounds: rates.small.rounds },
    ratioAim: { least: leastShare },
  });
  return { lines: [line], curves: [] };
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
