/** The section `overload`: more orders than fit, and what everybody else feels of it. */
import { startLoad, runLoad, type Load, type LoadReport } from '../load/load.ts';
import type { Line, Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { recipesBeside, type Beside, besideNames } from './beside-overload.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

interface Flood {
  /** How much more is offered than fits. */
  times: number;
  seconds: number;
  quickSeconds: number;
}

const floods: Flood[] = [
  { times: 1.5, seconds: 60, quickSeconds: 10 },
  { times: 2, seconds: 30, quickSeconds: 10 },
  { times: 3, seconds: 30, quickSeconds: 10 },
];
/** For a machine on which 12,000 orders a second fit: what is sold out is refused too, and would be counted as too much. */
const codes = { quick: 480_000, whole: 3_000_000 };
const floodConnections = 2000;
const besidePerSecond = 20;
const besideConnections = 16;
const mostP99Ms = 3000;
const mostBesideP99Ms = 1000;
/** Refusing what does not fit must leave the processor to what does. */
const leastGoodput = 0.8;
/** More than fits into the probe on any current machine. */
const probeOrdersPerSecond = 12_000;
/** Long enough for what a minute brings too: checkpoints, vacuum, a queue of certificates to issue. */
const probeSeconds = { warmUp: 3, whole: 25, quick: 5 };

/**
 * One client offers more than this machine can accept and issue, at a steady rate; meanwhile another client places
 * orders, a third asks for the status of its orders, recipients open gift pages, and a till redeems.
 */
export async function measureOverload(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('overload', codes[run.quick ? 'quick' : 'whole']));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const loads = Object.fromEntries(besideNames.map((name) => [name, startLoad()])) as Record<Beside, Load>;
  cleanUp.defer(async () => void (await Promise.all(Object.values(loads).map((load) => load.stop()))));

  run.say('how many orders a second are accepted and issued');
  // Compiled code and warm caches, as after a minute of service.
  await fitting(run, shop, serve.port, probeSeconds.warmUp);
  const fits = await fitting(run, shop, serve.port, run.quick ? probeSeconds.quick : probeSeconds.whole);
  const lines: Line[] = [];
  for (const [index, flood] of floods.entries()) {
    const ask = { shop, serve, loads, fits, flood, first: index * maxBeside };
    lines.push(...(await measureFlood(run, ask)));
    await assertNotSoldOut(shop);
  }
  return { lines, curves: [] };
}

async function assertNotSoldOut({ db, shop }: ShopDatabase): Promise<void> {
  const { rowCount } = await db.query(
    `select from codes where supplier_id = $1 and product_id = $2 and state = 'free' limit 1`,
    [shop.product.supplierId, shop.product.id],
  );
  if (rowCount === 0) throw new Error('All codes are sold: too few were loaded for this machine.');
}

/** Each flood takes other orders to show and to redeem. */
const maxBeside = besidePerSecond * Math.max(...floods.map(({ seconds }) => seconds));

interface FloodAsk {
  shop: ShopDatabase;
  serve: PlatformProcess;
  loads: Record<Beside, Load>;
  fits: number;
  flood: Flood;
  first: number;
}

async function measureFlood(run: SectionRun, { shop, serve, loads, fits, flood, first }: FloodAsk) {
  const seconds = run.quick ? flood.quickSeconds : flood.seconds;
  const offered = Math.round(fits * flood.times);
  run.say(`${offered} orders a second offered where ${Math.round(fits)} fit, for ${seconds} seconds`);
  const recipes = await recipesBeside(shop, first, besidePerSecond * seconds);
  await Promise.all([
    run.load.ask('prepare', orderRecipe(shop.shop, offered * seconds, 1)),
    ...besideNames.map((name) => loads[name].ask('prepare', recipes[name])),
  ]);
  const send = (load: Load, connections: number, perSecond: number): Promise<LoadReport> =>
    load.ask('run', { port: serve.port, connections, perSecond, limitMs: 0 });
  const [flooded, ...reports] = await Promise.all([
    send(run.load, floodConnections, offered),
    ...besideNames.map((name) => send(loads[name], besideConnections, besidePerSecond)),
  ]);
  const beside = besideNames.map((name, index) => ({ name, report: reports[index] as LoadReport }));
  return linesOf({ times: flood.times, offered, fits, flood: flooded, beside });
}

/** From the first order to the last certificate: what is accepted faster than it is issued does not fit for long. */
async function fitting(
  { load }: SectionRun,
  { shop, db }: ShopDatabase,
  port: number,
  seconds: number,
): Promise<number> {
  const running = { port, connections: 512, limitMs: seconds * 1000, perSecond: null };
  const report = await runLoad(load, orderRecipe(shop, seconds * probeOrdersPerSecond, 1), running);
  const issuedAtMs = await untilNoneQueued(db);
  return report.answered / ((issuedAtMs - report.startedAtMs) / 1000);
}

interface Measured {
  times: number;
  offered: number;
  fits: number;
  flood: LoadReport;
  beside: { name: Beside; report: LoadReport }[];
}

const besideWhat: Record<Beside, string> = {
  orders: "another client's orders",
  status: 'getStatus',
  gifts: 'gift page',
  till: 'a till redeems',
};

function linesOf({ times, offered, fits, flood, beside }: Measured): Line[] {
  const line = (what: string, value: number, unit: string): Line => ({
    section: 'overload',
    what: `${times}×: ${what}`,
    value,
    unit,
  });
  const ms = (what: string, value: number, mostMs?: number): Line => ({
    ...line(what, value, 'ms'),
    ...(mostMs !== undefined && { aim: { details: `≤ ${mostMs} ms`, met: value <= mostMs } }),
  });
  const accepted = (flood.answered - flood.refused) / flood.seconds;
  const refused = beside.reduce((sum, { report }) => sum + report.refused, 0);
  return [
    {
      ...line(`accepted of ${offered} offered, beside what fits`, accepted, 'orders/s'),
      ratio: accepted / fits,
      aim: { details: `≥ ${leastGoodput}`, met: accepted / fits >= leastGoodput },
    },
    line('refused with 1003', flood.refused / flood.seconds, 'orders/s'),
    ms('accepted, median', flood.p50Ms),
    ms('accepted, p99', flood.p99Ms, mostP99Ms),
    ms('accepted, median once sent', flood.sentP50Ms),
    ms('accepted, p99 once sent', flood.sentP99Ms, mostP99Ms),
    ms('refused, p99 once sent', flood.sentRefusalP99Ms),
    ...beside.map(({ name, report }) =>
      ms(`${besideWhat[name]}, p99`, report.p99Ms, name === 'orders' ? mostP99Ms : mostBesideP99Ms),
    ),
    { ...line('refused of the others', refused, 'requests'), aim: { details: 'none', met: refused === 0 } },
  ];
}
