/** The section `suppliers`: orders issued by asking a supplier's API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { maxCallsOfSupplier } from '../../src/suppliers/calls/supplier-capacity.ts';
import { runLoad, type LoadReport } from '../load/load.ts';
import { postRequest } from '../load/plain-requests.ts';
import type { SimulatorTool } from '../peers/supplier-simulator.ts';
import { latenciesOf, latencySection, timesLines, type Latencies } from '../report/latency.ts';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { processorLines, processorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf } from '../rounds.ts';
import { addAskedProduct } from '../world/asked-product.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const connections = 128;
const loadLimitMs = 60_000;
const issueLimitMs = 120_000;
const lookEveryMs = 100;
/** The first orders meet empty tables and code that is not compiled. */
const warmUpOrders = 2000;
/** Of a round; bare calls are ten times as fast. */
const inRound = { ours: 2000, bare: 12_000 };
/** Of an order at a tenth of the rate, beyond the supplier's own answer. */
const mostBeyondMs = { p50Ms: 10, p99Ms: 40 };
const section = 'suppliers';

/** Orders each with its own call of the supplier, from the first request to the last certificate, beside bare calls. */
export async function supplierOrderSection(run: SectionRun, simulator: SimulatorTool): Promise<Section> {
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

  await endToEnd(run, asked, serve.port, warmUpOrders);
  // As autovacuum does within a minute: plans made for empty tables are not those of service.
  await shop.db.query('vacuum (analyze)');
  await endToEnd(run, asked, serve.port, warmUpOrders);
  await bareRate(run, url);
  run.say('orders by a supplier’s API and bare calls in turn');
  const meter = processorMeter('serve', 'work', 'PostgreSQL');
  const pids = { serve: serve.pid, work: work.pid, PostgreSQL: run.world.server.pid };
  const pass = (): Promise<number> => endToEnd(run, asked, serve.port, inRound.ours);
  const rates = await interleave(roundsOf(run), {
    ours: () => meter.round(pids, pass, () => inRound.ours),
    bare: () => bareRate(run, url),
  });
  run.say('orders by a supplier’s API: times at a steady rate');
  const what = 'an order by API';
  const path = { section, what, curve: 'supplier-order-time', of: 'orders', highest: rates.ours.median };
  const calls: Latencies[] = [];
  const latency = await latencySection(run, path, async ({ rate, perSecond, count }) => {
    // The same calls without us, just before.
    if (rate === 'tenth') calls.push(await bareRun(run, url, { count, perSecond }));
    const firstId = await nextRequestId(shop.db);
    const running = { port: serve.port, connections, limitMs: 0, perSecond };
    await runLoad(run.load, orderRecipe(asked.shop, count), running);
    await untilNoneOpen(shop.db, product.id);
    return latenciesOf(await issueTimes(shop.db, { firstId, orders: count, productId: product.id }));
  });
  const beside = {
    what: `bare calls to the simulator, ${maxCallsOfSupplier} at once`,
    rounds: rates.bare.rounds,
  };
  const { rounds } = rates.ours;
  return {
    lines: [
      lineOf({ section, what: 'issued end to end by a supplier’s API', unit: 'orders/s', rounds, beside }),
      ...processorLines({ section, what }, meter),
      ...latency.lines,
      ...beyondLines(latency.rounds.tenth, calls),
    ],
    curves: latency.curves,
  };
}

/** What of an order's time is not the supplier's: a percentile of orders less that of bare calls. */
const beyondLines = (orders: Latencies[], calls: Latencies[]): Line[] =>
  timesLines({
    section,
    what: 'an order by API at a tenth, beyond the supplier’s own answer',
    rounds: orders.map((one, round) => ({
      ...one,
      p50Ms: one.p50Ms - (calls[round]?.p50Ms ?? 0),
      p99Ms: one.p99Ms - (calls[round]?.p99Ms ?? 0),
    })),
    most: mostBeyondMs,
  });

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

async function bareRate(run: SectionRun, url: string): Promise<number> {
  const report = await bareRun(run, url, { count: inRound.bare, perSecond: null });
  return report.answered / report.seconds;
}

function bareRun(
  { load }: SectionRun,
  url: string,
  { count, perSecond }: { count: number; perSecond: number | null },
): Promise<LoadReport> {
  const headers = { accept: 'application/json', authorization: 'Bearer bench' };
  const requests = Array.from({ length: count }, () =>
    postRequest(
      '/rest/bare/api/issueCertificate',
      headers,
      JSON.stringify({ request_id: randomUUID(), denomination: 1000 }),
    ),
  );
  const port = Number(new URL(url).port);
  const running = { port, connections: maxCallsOfSupplier, limitMs: loadLimitMs, perSecond };
  return runLoad(load, { cmd: 'plain', requests, status: 201 }, running);
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
