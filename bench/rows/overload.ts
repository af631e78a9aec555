/** The section `overload`: more orders than fit, and what everybody else feels of it. */
import { startLoad, runLoad, type Load, type LoadReport } from '../load/load.ts';
import type { Line, Section } from '../report/line.ts';
import { figuresOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { recipesBeside, type Beside, besideNames } from './beside-overload.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** How much more is offered than fits. */
const floods = [1.5, 2, 3];
const rounds = { whole: 3, quick: 1 };
const floodSeconds = { whole: 12, quick: 8 };
/** For a machine on which 12,000 orders a second fit: what is sold out is refused too, and would be counted as too much. */
const codes = { quick: 480_000, whole: 3_000_000 };
const floodConnections = 2000;
const besidePerSecond = 20;
const besideConnections = 16;
const mostP99Ms = 3000;
const mostBesideP99Ms = 500;
/** Refusing what does not fit must leave the processor to what does. */
const leastGoodput = 0.8;
/** More than fits into the probe on any current machine. */
const probeOrdersPerSecond = 12_000;
/** Until compiled code and caches are as after a minute of service. */
const warmUpSeconds = 5;
const probeSeconds = { whole: 6, quick: 4 };

/**
 * One client offers more than this machine can accept and issue, at a steady rate; meanwhile another client places
 * orders, a third asks for the status of its orders, recipients open gift pages, and a till redeems. Before and after
 * each flood it is measured how much fits, since that changes with the machine and with what the database has to clear.
 */
export async function measureOverload(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const size = run.quick ? 'quick' : 'whole';
  const shop = cleanUp.use(await run.world.open('overload', codes[size]));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const loads = Object.fromEntries(besideNames.map((name) => [name, startLoad()])) as Record<Beside, Load>;
  cleanUp.defer(async () => void (await Promise.all(Object.values(loads).map((load) => load.stop()))));

  run.say('how many orders a second are accepted and issued');
  const probe = (seconds: number) => fitting(run, shop, serve.port, seconds);
  await probe(warmUpSeconds);
  const measured = new Map<number, Flood[]>(floods.map((times) => [times, []]));
  let fits = await probe(probeSeconds[size]);
  let first = 0;
  for (const times of turns(floods, rounds[size])) {
    const flood = await measureFlood(run, { shop, serve, loads, offered: fits * times, first });
    first += besidePerSecond * floodSeconds[size];
    const fitsAfter = await probe(probeSeconds[size]);
    measured.get(times)?.push({ ...flood, fits: (fits + fitsAfter) / 2 });
    fits = fitsAfter;
    await assertNotSoldOut(shop);
  }
  return { lines: [...measured].flatMap(([times, results]) => linesOf(times, results)), curves: [] };
}

/** Each round begins with another one. */
function turns<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, round) => {
    const shift = round % items.length;
    return [...items.slice(shift), ...items.slice(0, shift)];
  }).flat();
}

async function assertNotSoldOut({ db, shop }: ShopDatabase): Promise<void> {
  const { rowCount } = await db.query(
    `select from codes where supplier_id = $1 and product_id = $2 and state = 'free' limit 1`,
    [shop.product.supplierId, shop.product.id],
  );
  if (rowCount === 0) throw new Error('All codes are sold: too few were loaded for this machine.');
}

interface FloodAsk {
  shop: ShopDatabase;
  serve: PlatformProcess;
  loads: Record<Beside, Load>;
  /** Orders a second. */
  offered: number;
  /** The first of the orders that are shown and redeemed meanwhile: each flood takes others. */
  first: number;
}

async function measureFlood(run: SectionRun, { shop, serve, loads, offered, first }: FloodAsk) {
  const seconds = floodSeconds[run.quick ? 'quick' : 'whole'];
  const perSecond = Math.round(offered);
  run.say(`${perSecond} orders a second offered for ${seconds} seconds`);
  const recipes = await recipesBeside(shop, first, besidePerSecond * seconds);
  await Promise.all([
    run.load.ask('prepare', orderRecipe(shop.shop, perSecond * seconds, 1)),
    ...besideNames.map((name) => loads[name].ask('prepare', recipes[name])),
  ]);
  const send = (load: Load, connections: number, rate: number): Promise<LoadReport> =>
    load.ask('run', { port: serve.port, connections, perSecond: rate, limitMs: 0 });
  const [report, ...reports] = await Promise.all([
    send(run.load, floodConnections, perSecond),
    ...besideNames.map((name) => send(loads[name], besideConnections, besidePerSecond)),
  ]);
  const beside = Object.fromEntries(
    besideNames.map((name, index) => [name, reports[index] as LoadReport]),
  ) as Record<Beside, LoadReport>;
  return { offered: perSecond, report, beside };
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

interface Flood {
  offered: number;
  /** Orders a second, as measured before and after. */
  fits: number;
  report: LoadReport;
  beside: Record<Beside, LoadReport>;
}

const besideWhat: Record<Beside, string> = {
  orders: "another client's orders",
  status: 'getStatus',
  gifts: 'gift page',
  till: 'a till redeems',
};

/** Medians of the rounds. */
function linesOf(times: number, results: Flood[]): Line[] {
  const line = (what: string, unit: string, of: (flood: Flood) => number): Line => {
    const { median, rounds: each } = figuresOf(results.map(of));
    return { section: 'overload', what: `${times}×: ${what}`, value: median, rounds: each, unit };
  };
  const ms = (what: string, of: (flood: Flood) => number, mostMs?: number): Line => {
    const one = line(what, 'ms', of);
    if (mostMs === undefined) return one;
    return { ...one, aim: { details: `≤ ${mostMs} ms`, met: one.value <= mostMs } };
  };
  const accepted = ({ report }: Flood): number => (report.answered - report.refused) / report.seconds;
  const goodput = figuresOf(results.map((flood) => accepted(flood) / flood.fits)).median;
  const refused = results.flatMap(({ beside }) => besideNames.map((name) => beside[name].refused));
  return [
    {
      ...line('accepted', 'orders/s', accepted),
      beside: {
        what: 'what fits',
        value: line('', '', ({ fits }) => fits).value,
        rounds: results.map(({ fits }) => fits),
      },
      ratio: goodput,
      aim: { details: `≥ ${leastGoodput}`, met: goodput >= leastGoodput },
    },
    line('offered', 'orders/s', ({ offered }) => offered),
    line('refused with 1003', 'orders/s', ({ report }) => report.refused / report.seconds),
    ms('accepted, median', ({ report }) => report.p50Ms),
    ms('accepted, p99', ({ report }) => report.p99Ms, mostP99Ms),
    ms('accepted, median once sent', ({ report }) => report.sentP50Ms),
    ms('accepted, p99 once sent', ({ report }) => report.sentP99Ms, mostP99Ms),
    ms('refused, p99 once sent', ({ report }) => report.sentRefusalP99Ms),
    ...besideNames.map((name) =>
      ms(
        `${besideWhat[name]}, p99`,
        ({ beside }) => beside[name].p99Ms,
        name === 'orders' ? mostP99Ms : mostBesideP99Ms,
      ),
    ),
    {
      ...line('refused of the others', 'requests', ({ beside }) =>
        besideNames.reduce((sum, name) => sum + beside[name].refused, 0),
      ),
      aim: { details: 'none', met: refused.every((count) => count === 0) },
    },
  ];
}
