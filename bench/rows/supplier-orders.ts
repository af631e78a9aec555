/** The section `suppliers`: orders issued by asking a supplier's API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { maxCallsOfSupplier } from '../../src/suppliers/calls/supplier-capacity.ts';
import { runLoad } from '../load/load.ts';
import { startPlainCalls, type PlainCalls } from '../load/plain-calls.ts';
import type { SimulatorTool } from '../peers/supplier-simulator.ts';
import { comparison } from '../report/comparison.ts';
import { latenciesOf, latencySection, steadySeconds } from '../report/latency.ts';
import type { Section } from '../report/line.ts';
import { processorLines } from '../report/processor-lines.ts';
import { orderAsks, placeAtOnce } from '../peers/bare-loops.ts';
import { interleave, type Figures } from '../rounds.ts';
import { addAskedProduct } from '../world/asked-product.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const connections = 128;
const loadLimitMs = 60_000;
const issueLimitMs = 120_000;
const lookEveryMs = 100;
const leastShare = 0.35;
const placeBatch = 500;
/** The first orders meet empty tables and code that is not compiled. */
const warmUpOrders = 2000;
/** A bare call takes a tenth of an order's time; a shorter measurement would be inaccurate. */
const bareTimes = 10;

/**
 * Orders each with its own call of the supplier: accepted orders until the last certificate, beside bare calls, and from
 * the first request on.
 */
export async function supplierOrderSection(run: SectionRun, simulator: SimulatorTool): Promise<Section> {
  const orders = run.quick ? 600 : 3000;
  const standing = run.quick ? 2000 : 6000;
  await using cleanUp = new AsyncDisposableStack();
  const url = await simulator.ask('listen', null);
  const shop = cleanUp.use(await run.world.open('supplier-orders', 0));
  const supplierUrl = `${url}/rest/orders`;
  const product = await addAskedProduct(shop, { supplier: 'Кофейни', supplierUrl, timeoutMs: 10_000 });
  const asked = { ...shop, shop: { ...shop.shop, product } };
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());

  await endToEnd(run, asked, serve.port, warmUpOrders);
  // As autovacuum does within a minute: plans made for empty tables are not those of service.
  await shop.db.query('vacuum (analyze)');
  await endToEnd(run, asked, serve.port, warmUpOrders);
  await bareRate(calls, url, warmUpOrders);
  run.say('orders by a supplier’s API and bare calls in turn');
  const rates = await interleave(run.quick ? 1 : 3, {
    standing: () => fromStanding(asked, standing),
    ours: () => endToEnd(run, asked, serve.port, orders),
    bare: () => bareRate(calls, url, bareTimes * orders),
  });
  run.say('orders by a supplier’s API: processor time');
  const pids = { serve: serve.pid, work: work.pid, PostgreSQL: run.world.server.pid };
  const processor = await processorLines(
    { section: 'suppliers', what: 'an order by API' },
    pids,
    async () => {
      await endToEnd(run, asked, serve.port, orders);
      return orders;
    },
  );
  run.say('orders by a supplier’s API: times at a steady rate');
  const latency = await latencySection(
    {
      section: 'suppliers',
      what: 'an order by API',
      curve: 'supplier-order-time',
      of: 'orders',
      highest: rates.ours.median,
    },
    async (perSecond) => {
      const [firstId, count] = [await nextRequestId(shop.db), steadySeconds(run.quick) * perSecond];
      const running = { port: serve.port, connections, limitMs: 0, perSecond };
      await runLoad(run.load, orderRecipe(asked.shop, count), running);
      await untilNoneOpen(shop.db, product.id);
      return latenciesOf(await issueTimes(shop.db, { firstId, orders: count, productId: product.id }));
    },
  );
  const limit = { what: `bare calls to the simulator, ${maxCallsOfSupplier} at once`, figures: rates.bare };
  return {
    lines: [
      comparison(row('accepted orders issued by a supplier’s API', rates.standing), limit, shareOfBare),
      comparison(row('issued end to end by a supplier’s API', rates.ours), limit),
      ...processor,
      ...latency.lines,
    ],
    curves: latency.curves,
  };
}

const row = (what: string, figures: Figures) => ({ section: 'suppliers', what, unit: 'orders/s', figures });

const shareOfBare = (ratio: number) => ({ details: `≥ ${leastShare}×`, met: ratio >= leastShare });

/** Orders that were accepted before the clock starts. */
async function fromStanding({ db, shop }: ShopDatabase, orders: number): Promise<number> {
  const before = await issuedSoFar(db);
  const startedAtMs = await placeAtOnce(db, orderAsks(shop, orders), placeBatch);
  await untilNoneOpen(db, shop.product.id);
  const after = await issuedSoFar(db);
  const issued = after.count - before.count;
  if (issued !== orders) throw new Error(`${issued} of ${orders} orders were issued.`);
  return orders / ((after.lastMs - startedAtMs) / 1000);
}

async function endToEnd(run: SectionRun, shop: ShopDatabase, port: number, orders: number): Promise<number> {
  const before = await issuedSoFar(shop.db);
  const recipe = orderRecipe(shop.shop, orders);
  const running = { port, connections, limitMs: loadLimitMs, perSecond: null };
  const report = await runLoad(run.load, recipe, running);
  await untilNoneOpen(shop.db, shop.shop.product.id);
  const after = await issuedSoFar(shop.db);
  const issued = after.count - before.count;
  if (issued !== orders) throw new Error(`${issued} of ${orders} orders were issued.`);
  return orders / ((after.lastMs - report.startedAtMs) / 1000);
}

async function bareRate(calls: PlainCalls, url: string, count: number): Promise<number> {
  const bodies = Array.from({ length: count }, () =>
    JSON.stringify({ request_id: randomUUID(), denomination: 1000 }),
  );
  const seconds = await calls.ask('post', {
    port: Number(new URL(url).port),
    path: '/rest/bare/api/issueCertificate',
    headers: { accept: 'application/json', authorization: 'Bearer bench' },
    bodies,
    connections: maxCallsOfSupplier,
    status: 201,
  });
  return count / seconds;
}

/** Waits until every order of a product has ended; looks only where open ones are, because reading all would cost more than an order. */
export async function untilNoneOpen(db: Database, productId: number): Promise<void> {
  const deadline = performance.now() + issueLimitMs;
  for (;;) {
    const { rows } = await db.query<{ open: boolean }>(
      `select exists (select from requests where product_id = $1 and state = 'queued')
         or exists (select from requests where product_id = $1 and state = 'delayed')
         or exists (select from exchanges e join products p on p.supplier_id = e.supplier_id
                    where p.id = $1 and e.state = 'due') as open`,
      [productId],
    );
    if (rows[0]?.open === false) return;
    if (performance.now() > deadline) throw new Error('The supplier’s orders did not come to their end.');
    await sleep(lookEveryMs);
  }
}

/** Time of the last commit in milliseconds since the epoch, by PostgreSQL's commit timestamps. */
async function issuedSoFar(db: Database): Promise<{ count: number; lastMs: number }> {
  const { rows } = await db.query<{ count: number; lastMs: number }>(
    `select count(*) as count,
       (extract(epoch from max(pg_xact_commit_timestamp(xmin))) * 1000)::float8 as "lastMs" from certificates`,
  );
  return rows[0] ?? { count: 0, lastMs: 0 };
}
