/** Signed makeOrder requests accepted, each durable before it is answered; nothing is issued meanwhile. */
import { runLoad, type LoadReport } from '../load/load.ts';
import { startBareEndpoint } from '../peers/bare-endpoint.ts';
import { latencySection } from '../report/latency.ts';
import { lineOf, type Curve, type Line, type Section } from '../report/line.ts';
import { processorLines, processorMeter, type ProcessorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { manyClients } from '../world/shop.ts';
import { freshProcessesLine } from './fresh-processes.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const section = 'accept';
const stockedCodes = 10_000;
const promisedAtMost = 1_000_000_000;
/** As many concurrent callers as a busy shop has; the bare endpoint gets the same. */
const connections = 512;
/** Requests of a round: a second or two on two cores, and no more of them after the limit. */
const inRound = { ours: 16_000, bare: 24_000 };
const limitMs = 2000;
const leastPerSecond = 5000;
const most = { timesBare: 1.3, postgresMicroseconds: 30, p99AtHalfMs: 20 };
const concurrencies = [1, 4, 16, 64, 256, 512];
const curveMs = 700;

type Meter = ProcessorMeter<'serve' | 'PostgreSQL'>;

interface Target {
  port: number;
  pid: number;
  requests: number;
}

export async function measureAccept(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('accept', stockedCodes));
  // Nothing is issued here, so accepted orders need no more codes than the promise counter has.
  await shop.db.query(`update stock_available set available = $1`, [promisedAtMost]);
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareEndpoint();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { clients: signersOf(shop.shop) });
  const ours = { port: serve.port, pid: serve.pid, requests: inRound.ours };
  const { lines, curves } = await measure(run, shop, {
    ours,
    bare: { port: barePort, pid: bare.pid, requests: inRound.bare },
  });
  return { lines: [...lines, await freshProcessesLine(run, shop)], curves };
}

async function measure(
  run: SectionRun,
  shop: ShopDatabase,
  { ours, bare }: Record<'ours' | 'bare', Target>,
): Promise<Section> {
  const meters = {
    hot: processorMeter('serve', 'PostgreSQL'),
    many: processorMeter('serve', 'PostgreSQL'),
    bare: processorMeter('serve', 'PostgreSQL'),
  };
  const rate = async (target: Target, clients: number, meter: Meter): Promise<number> => {
    const pids = { serve: target.pid, PostgreSQL: run.world.server.pid };
    const accept = (): Promise<LoadReport> => acceptFor(run, shop, target, { clients });
    const report = await meter.round(pids, accept, ({ answered }) => answered);
    return report.answered / report.seconds;
  };
  // Compiled code and warm caches, as after a minute of service.
  await acceptFor(run, shop, ours, { clients: manyClients });
  await acceptFor(run, shop, bare, { clients: manyClients });
  run.say('accepting: ours and the bare endpoint in turn');
  const rates = await interleave(roundsOf(run), {
    hot: () => rate(ours, 1, meters.hot),
    many: () => rate(ours, manyClients, meters.many),
    bare: () => rate(bare, manyClients, meters.bare),
  });
  const curve = await concurrencyCurve(run, shop, ours, bare);
  run.say('accepting: times at a steady rate');
  const path = { section, what: 'an acceptance', curve: 'accept-time', of: 'orders' };
  const highest = rates.many.median;
  const mostP99Ms = { half: most.p99AtHalfMs };
  const latency = await latencySection(run, { ...path, highest, mostP99Ms }, ({ perSecond, count }) => {
    const recipe = orderRecipe(shop.shop, count, manyClients);
    return runLoad(run.load, recipe, { port: ours.port, connections, limitMs: 0, perSecond });
  });
  const lines = (['hot', 'many'] as const).flatMap((name): Line[] => {
    const by = name === 'hot' ? 'one hot client' : `${manyClients} clients`;
    return [
      lineOf({
        section,
        what: `signed makeOrder, ${by}`,
        unit: 'orders/s',
        rounds: rates[name].rounds,
        beside: { what: 'bare endpoint, sig only', rounds: rates.bare.rounds },
        aim: { least: leastPerSecond },
      }),
      ...costLines(by, meters[name], meters.bare),
    ];
  });
  return { lines: [...lines, ...latency.lines], curves: [curve, ...latency.curves] };
}

/** Beside the processor time of the bare endpoint for one request. */
function costLines(by: string, ours: Meter, bare: Meter): Line[] {
  const what = `an order, ${by}`;
  const aims = { PostgreSQL: { most: most.postgresMicroseconds } };
  return processorLines({ section, what }, ours, aims).map((line) =>
    line.what.endsWith(': serve')
      ? lineOf({
          section,
          what: line.what,
          unit: line.unit,
          rounds: ours.rounds.serve,
          beside: { what: 'bare endpoint', rounds: bare.rounds.serve },
          ratioAim: { most: most.timesBare },
        })
      : line,
  );
}

interface AcceptAsk {
  clients: number;
  connections?: number;
  limitMs?: number;
}

const acceptFor = (
  { load }: SectionRun,
  { shop }: ShopDatabase,
  { port, requests }: Target,
  ask: AcceptAsk,
): Promise<LoadReport> =>
  runLoad(load, orderRecipe(shop, requests, ask.clients), {
    port,
    connections: ask.connections ?? connections,
    limitMs: ask.limitMs ?? limitMs,
    perSecond: null,
  });

async function concurrencyCurve(
  run: SectionRun,
  shop: ShopDatabase,
  ours: Target,
  bare: Target,
): Promise<Curve> {
  const points = { ours: [] as [number, number][], bare: [] as [number, number][] };
  for (const inFlight of concurrencies) {
    run.say(`accepting with ${inFlight} in flight`);
    const ask = { clients: manyClients, limitMs: curveMs, connections: inFlight };
    for (const [name, target] of [['ours', ours] as const, ['bare', bare] as const]) {
      const { answered, seconds } = await acceptFor(run, shop, target, ask);
      points[name].push([inFlight, answered / seconds]);
    }
  }
  return {
    name: 'accept-throughput',
    title: 'Orders accepted a second over requests in flight',
    x: { label: 'requests in flight', logarithmic: true },
    y: { label: 'orders/s' },
    series: [
      { name: 'makeOrder, durable', points: points.ours },
      { name: 'bare endpoint, sig only', points: points.bare },
    ],
  };
}
