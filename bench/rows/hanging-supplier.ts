/** Issue time of one supplier's products, without another supplier and with one whose every call hangs. */
import { runLoad, startLoad, type Load } from '../load/load.ts';
import type { SimulatorTool } from '../peers/supplier-simulator.ts';
import type { Line } from '../report/line.ts';
import { latenciesOf, timesLines, type Latencies } from '../report/latency.ts';
import { measureInTurns, roundsOf } from '../rounds.ts';
import { addAskedProduct } from '../world/asked-product.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { PoolProduct } from '../world/shop.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';
import { untilNoneOpen } from './supplier-orders.ts';

const perSecond = 100;
const connections = 32;
/** Longer than all rounds, and a time-out of nearly the most that there is: no call comes to an end meanwhile. */
const hangSeconds = 600;
const timeoutMs = 120_000;
/** After that all calls to the hanging supplier are in flight. */
const aheadSeconds = 1;
const warmUpSeconds = 2;
const roundSeconds = 3;
const mostTimes = 1.2;

/** Two installations, of which one has the supplier that hangs; they take orders in turns. */
export async function hangingSupplierLines(run: SectionRun, simulator: SimulatorTool): Promise<Line[]> {
  const url = await simulator.ask('listen', null);
  await simulator.ask('hang', { key: 'hanging', seconds: hangSeconds });
  await using cleanUp = new AsyncDisposableStack();
  const load = startLoad();
  cleanUp.defer(() => load.stop());
  const alone = await open(run, cleanUp, 'no-hanging-supplier', url);
  const beside = await open(run, cleanUp, 'hanging-supplier', url);
  const flood = (seconds: number) => order(load, beside, beside.slow, seconds);
  await flood(aheadSeconds);
  run.say('issue time by API: without and with a supplier that hangs in turn');
  const rounds = await measureInTurns(roundsOf(run), {
    alone: () => measureRound(run, alone),
    beside: async () => (await Promise.all([measureRound(run, beside), flood(roundSeconds)]))[0],
  });
  await checkHung(beside);
  return timesLines({
    section: 'suppliers',
    what: `issue time by API at ${perSecond}/s while another supplier hangs`,
    rounds: rounds.beside,
    beside: { what: 'without the other supplier', rounds: rounds.alone },
    mostTimes,
  });
}

interface Installation {
  shop: ShopDatabase;
  serve: PlatformProcess;
  quick: PoolProduct;
  slow: PoolProduct;
}

async function open(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  name: string,
  url: string,
): Promise<Installation> {
  const shop = cleanUp.use(await run.world.open(name, 0));
  const add = (supplier: string, key: string): Promise<PoolProduct> =>
    addAskedProduct(shop, { supplier, supplierUrl: `${url}/rest/${key}`, timeoutMs });
  const quick = await add('Быстрый', 'quick');
  const slow = await add('Зависший', 'hanging');
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  // An orderly shutdown would wait for the calls that hang.
  cleanUp.defer(() => work.kill());
  const one = { shop, serve, quick, slow };
  await order(run.load, one, quick, warmUpSeconds);
  await untilNoneOpen(shop.db, quick.id);
  return one;
}

const order = (load: Load, { shop, serve }: Installation, product: PoolProduct, seconds: number) =>
  runLoad(load, orderRecipe({ ...shop.shop, product }, seconds * perSecond), {
    port: serve.port,
    connections,
    limitMs: 0,
    perSecond,
  });

async function measureRound(run: SectionRun, one: Installation): Promise<Latencies> {
  const { db } = one.shop;
  const firstId = await nextRequestId(db);
  await order(run.load, one, one.quick, roundSeconds);
  await untilNoneOpen(db, one.quick.id);
  const orders = roundSeconds * perSecond;
  return latenciesOf(await issueTimes(db, { firstId, orders, productId: one.quick.id }));
}

/** If that supplier had answered after all, the comparison would be invalid. */
async function checkHung({ shop: { db }, slow }: Installation): Promise<void> {
  const { rows } = await db.query<{ orders: number; issued: number }>(
    `select count(*) as orders, count(*) filter (where state = 'issued') as issued from requests where product_id = $1`,
    [slow.id],
  );
  const { orders = 0, issued = 0 } = rows[0] ?? {};
  if (orders === 0 || issued > 0)
    throw new Error(`${issued} of ${orders} orders were issued by the supplier that hangs.`);
}
