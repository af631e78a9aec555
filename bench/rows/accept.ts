/** Signed makeOrder requests accepted, each durable before it is answered; nothing is issued meanwhile. */
import { runLoad, type LoadReport } from '../load/load.ts';
import { startBareEndpoint, type BareEndpoint } from '../peers/bare-endpoint.ts';
import { orderAsks, placeAll } from '../peers/bare-loops.ts';
import { comparison } from '../report/comparison.ts';
import { latencySection, steadySeconds } from '../report/latency.ts';
import type { Line, Section } from '../report/line.ts';
import { interleave, inTurn } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { processorTime } from '../world/processor-time.ts';
import { manyClients } from '../world/shop.ts';
import { freshProcessesLine } from './fresh-processes.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const stockedCodes = 10_000;
const promisedAtMost = 1_000_000_000;
/** As many concurrent callers as a busy shop has; the bare endpoint gets the same. */
const connections = 512;
/** More than a machine can accept in a round; the rest is not sent. */
const prepared = { ours: 32_000, bare: 64_000 };

interface Target {
  port: number;
  pid: number;
  preparedPerSecond: number;
}
const batches = [64, 256] as const;
const leastPerSecond = 5000;
const leastShare = 0.5;
const concurrencies = [1, 4, 16, 64, 256, 512];

export async function measureAccept(run: SectionRun): Promise<Section> {
  await using shop = await run.world.open('accept', stockedCodes);
  // Nothing is issued here, so accepted orders need no more codes than the promise counter has.
  await shop.db.query(`update stock_available set available = $1`, [promisedAtMost]);
  const serve = await shop.start('serve');
  const bare = startBareEndpoint();
  const barePort = await bare.ask('listen', { clients: signersOf(shop.shop) });
  try {
    const { lines, curves } = await measure(
      run,
      shop,
      { port: serve.port, pid: serve.pid, preparedPerSecond: prepared.ours },
      { port: barePort, pid: bare.pid, preparedPerSecond: prepared.bare },
    );
    return { lines: [...lines, await freshProcessesLine(run, shop)], curves };
  } finally {
    await stopBoth(serve, bare);
  }
}

async function stopBoth(serve: { stop(): Promise<void> }, bare: BareEndpoint): Promise<void> {
  await Promise.all([serve.stop(), bare.stop()]);
}

async function measure(run: SectionRun, shop: ShopDatabase, ours: Target, bare: Target): Promise<Section> {
  const seconds = run.quick ? 1.5 : 3;
  const viaHttp = (target: Target, clients: number) => () =>
    acceptRate(run, shop, target, { clients, seconds });
  const byLoop = (clients: number, batch: number) => () => loopRate(shop, clients, batch, run.quick);
  // Compiled code and warm caches, as after a minute of service.
  await acceptRate(run, shop, ours, { clients: manyClients, seconds: 1.5 });
  await acceptRate(run, shop, bare, { clients: manyClients, seconds: 0.5 });
  run.say('accepting: ours, the bare endpoint and the bare loop in turn');
  const rates = await interleave(run.quick ? 1 : 3, {
    hot: viaHttp(ours, 1),
    many: viaHttp(ours, manyClients),
    bare: viaHttp(bare, manyClients),
    hotLoop64: byLoop(1, batches[0]),
    hotLoop256: byLoop(1, batches[1]),
    manyLoop64: byLoop(manyClients, batches[0]),
    manyLoop256: byLoop(manyClients, batches[1]),
  });
  const processor = await processorLines(run, shop, ours, bare);
  const curve = await concurrencyCurve(run, shop, ours, bare);
  run.say('accepting: times at a steady rate');
  const path = { section: 'accept', what: 'an acceptance', curve: 'accept-time', of: 'orders' };
  const latency = await latencySection({ ...path, highest: rates.many.median }, (perSecond) => {
    const recipe = orderRecipe(shop.shop, steadySeconds(run.quick) * perSecond, manyClients);
    return runLoad(run.load, recipe, { port: ours.port, connections, limitMs: 0, perSecond });
  });

  const unit = 'orders/s';
  const lines = (['hot', 'many'] as const).flatMap((name) => {
    const what =
      name === 'hot' ? 'signed makeOrder, one hot client' : `signed makeOrder, ${manyClients} clients`;
    const line = { section: 'accept', what, figures: rates[name], unit };
    const atLeast = { details: `≥ ${leastPerSecond}/s`, met: rates[name].median >= leastPerSecond };
    return [
      comparison(line, null, atLeast),
      comparison(line, { what: 'bare endpoint, sig only', figures: rates.bare }, halfOfBare),
      comparison(line, { what: 'placeOrders by 64', figures: rates[`${name}Loop64`] }),
      comparison(line, { what: 'placeOrders by 256', figures: rates[`${name}Loop256`] }),
    ];
  });
  return { lines: [...lines, ...processor, ...latency.lines], curves: [curve, ...latency.curves] };
}

/** Beside the processor time of the bare endpoint for one request. */
async function processorLines(
  run: SectionRun,
  shop: ShopDatabase,
  ours: Target,
  bare: Target,
): Promise<Line[]> {
  const seconds = run.quick ? 1.5 : 3;
  const of = async (target: Target, clients: number) => {
    let orders = 0;
    const used = await processorTime({ serve: target.pid, postgres: run.world.server.pid }, async () => {
      orders = (await acceptFor(run, shop, target, { clients, seconds })).answered;
    });
    return used === null ? null : { serve: used.serve / orders, postgres: used.postgres / orders };
  };
  run.say('accepting: processor time');
  const limit = await of(bare, manyClients);
  const lines = await inTurn([1, manyClients], async (clients) => {
    const used = await of(ours, clients);
    if (used === null || limit === null) return [];
    const by = clients === 1 ? 'one hot client' : `${clients} clients`;
    const line = { section: 'accept', unit: 'µs' };
    return [
      {
        ...line,
        what: `processor time an order, ${by}: serve`,
        value: used.serve,
        beside: { what: 'bare endpoint', value: limit.serve },
        ratio: used.serve / limit.serve,
      },
      { ...line, what: `processor time an order, ${by}: PostgreSQL`, value: used.postgres },
    ];
  });
  return lines.flat();
}

const halfOfBare = (ratio: number) => ({ details: `≥ ${leastShare}×`, met: ratio >= leastShare });

interface AcceptAsk {
  clients: number;
  seconds: number;
  connections?: number;
}

async function acceptRate(
  run: SectionRun,
  shop: ShopDatabase,
  target: Target,
  ask: AcceptAsk,
): Promise<number> {
  const report = await acceptFor(run, shop, target, ask);
  return report.answered / report.seconds;
}

function acceptFor(
  { load }: SectionRun,
  { shop }: ShopDatabase,
  { port, preparedPerSecond }: Target,
  ask: AcceptAsk,
): Promise<LoadReport> {
  const recipe = orderRecipe(shop, Math.round(ask.seconds * preparedPerSecond), ask.clients);
  return runLoad(load, recipe, {
    port,
    connections: ask.connections ?? connections,
    limitMs: ask.seconds * 1000,
    perSecond: null,
  });
}

async function loopRate(shop: ShopDatabase, clients: number, batch: number, quick: boolean): Promise<number> {
  const asks = orderAsks(shop.shop, quick ? 8000 : 20_000, clients);
  return asks.length / (await placeAll(shop.db, asks, batch));
}

async function concurrencyCurve(run: SectionRun, shop: ShopDatabase, ours: Target, bare: Target) {
  const seconds = run.quick ? 0.7 : 1.5;
  const oursPoints: [number, number][] = [];
  const barePoints: [number, number][] = [];
  for (const inFlight of concurrencies) {
    run.say(`accepting with ${inFlight} in flight`);
    const ask = { clients: manyClients, seconds, connections: inFlight };
    oursPoints.push([inFlight, await acceptRate(run, shop, ours, ask)]);
    barePoints.push([inFlight, await acceptRate(run, shop, bare, ask)]);
  }
  return {
    name: 'accept-throughput',
    title: 'Orders accepted a second over requests in flight',
    x: { label: 'requests in flight', logarithmic: true },
    y: { label: 'orders/s' },
    series: [
      { name: 'makeOrder, durable', points: oursPoints },
      { name: 'bare endpoint, sig only', points: barePoints },
    ],
  };
}
