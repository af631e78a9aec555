/** The section `overload`: more orders than fit, and what everybody else feels of it. */
import { startLoad, runLoad, type Load, type LoadReport } from '../load/load.ts';
import type { Bound } from '../report/confidence.ts';
import { countedLine, lineOf, type Line, type Section } from '../report/line.ts';
import { rotated, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { refillPool } from '../world/fill-pool.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { recipesBeside, type Beside, besideNames } from './beside-overload.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const section = 'overload';
/** How much more is offered than fits. */
const floods = [1.5, 2, 3];
/** Of each flood; what waits at the client then takes as long again, or three times as long. */
const floodSeconds = 2;
/** What is sold out is refused too, and would be counted as too much: all that is offered in a round can be sold, and its probe. */
const codesOfSecond = 16_000;
const floodConnections = 2000;
const besidePerSecond = 30;
const besideConnections = 16;
const most = { acceptedP99Ms: 3000, besideP99Ms: 500 };
/** Refusing what does not fit must leave the processor to what does. */
const leastGoodput = 0.8;
const probeSeconds = 2;
/** Until compiled code and caches are as after a minute of service. */
const warmUpSeconds = 5;

/**
 * One client offers more than this machine can accept and issue, at a steady rate; meanwhile another client places
 * orders, a third asks for the status of its orders, recipients open gift pages, and a till redeems. Before and after
 * each round of floods it is measured how much fits, since that changes with the machine and with what the database has to clear.
 */
export async function measureOverload(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const rounds = roundsOf(run);
  const shop = cleanUp.use(await run.world.open('overload', codesOfSecond * (warmUpSeconds + probeSeconds)));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const loads = Object.fromEntries(besideNames.map((name) => [name, startLoad()])) as Record<Beside, Load>;
  cleanUp.defer(async () => void (await Promise.all(Object.values(loads).map((load) => load.stop()))));

  run.say('how many orders a second are accepted and issued');
  await fitting(run, shop, serve.port, warmUpSeconds);
  let fits = await fitting(run, shop, serve.port, probeSeconds);
  const measured = new Map<number, Flood[]>(floods.map((times) => [times, []]));
  let first = 0;
  for (let round = 0; round < rounds; round += 1) {
    run.say(`floods of one client, round ${round + 1} of ${rounds}`);
    await refill(shop, fits);
    const flooded = new Map<number, Flooded>();
    for (const times of rotated(floods, round)) {
      flooded.set(times, await measureFlood(run, { shop, serve, loads, offered: fits * times, first }));
      first += besidePerSecond * floodSeconds;
      await untilNoneQueued(shop.db);
    }
    const fitsAfter = await fitting(run, shop, serve.port, probeSeconds);
    for (const [times, flood] of flooded)
      measured.get(times)?.push({ ...flood, fits: (fits + fitsAfter) / 2 });
    fits = fitsAfter;
  }
  return { lines: [...measured].flatMap(([times, results]) => linesOf(times, results)), curves: [] };
}

function refill({ db, keyring, shop }: ShopDatabase, fits: number): Promise<void> {
  const offered = floods.reduce((sum, times) => sum + times * fits * floodSeconds, 0);
  const beside = floods.length * besidePerSecond * floodSeconds;
  return refillPool(db, keyring, shop.product, Math.ceil(offered) + beside + probeSeconds * codesOfSecond);
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

interface Flooded {
  report: LoadReport;
  beside: Record<Beside, LoadReport>;
}

interface Flood extends Flooded {
  /** Orders a second, as measured before and after. */
  fits: number;
}

async function measureFlood(
  run: SectionRun,
  { shop, serve, loads, offered, first }: FloodAsk,
): Promise<Flooded> {
  const perSecond = Math.round(offered);
  const recipes = await recipesBeside(shop, first, besidePerSecond * floodSeconds);
  await Promise.all([
    run.load.ask('prepare', orderRecipe(shop.shop, perSecond * floodSeconds, 1)),
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
  return { report, beside };
}

/** From the first order to the last certificate: what is accepted faster than it is issued does not fit for long. */
async function fitting(
  { load }: SectionRun,
  { shop, db }: ShopDatabase,
  port: number,
  seconds: number,
): Promise<number> {
  const running = { port, connections: 512, limitMs: seconds * 1000, perSecond: null };
  const report = await runLoad(load, orderRecipe(shop, seconds * codesOfSecond, 1), running);
  const issuedAtMs = await untilNoneQueued(db);
  return report.answered / ((issuedAtMs - report.startedAtMs) / 1000);
}

const besideWhat: Record<Beside, string> = {
  orders: "another client's orders",
  status: 'getStatus',
  gifts: 'gift page',
  till: 'a till redeems',
};

const rate = (count: number, { seconds }: LoadReport): number => count / seconds;

function linesOf(times: number, rounds: Flood[]): Line[] {
  const what = (text: string): string => `${times}×: ${text}`;
  const ms = (text: string, of: (flood: Flood) => number, aim?: Bound): Line =>
    lineOf({
      section,
      what: what(text),
      unit: 'ms',
      rounds: rounds.map(of),
      aim,
    });
  return [
    lineOf({
      section,
      what: what('accepted'),
      unit: 'orders/s',
      rounds: rounds.map(({ report }) => rate(report.answered - report.refused, report)),
      beside: { what: 'what fits', rounds: rounds.map(({ fits }) => fits) },
      ratioAim: { least: leastGoodput },
    }),
    lineOf({
      section,
      what: what('refused with 1003'),
      unit: 'orders/s',
      rounds: rounds.map(({ report }) => rate(report.refused, report)),
    }),
    ms('accepted, p99', ({ report }) => report.p99Ms, { most: most.acceptedP99Ms }),
    ms('accepted, p99 once sent', ({ report }) => report.sentP99Ms, { most: most.acceptedP99Ms }),
    ms('refused, p99 once sent', ({ report }) => report.sentRefusalP99Ms),
    ...besideNames.map((name) =>
      ms(`${besideWhat[name]}, p99`, ({ beside }) => beside[name].p99Ms, {
        most: name === 'orders' ? most.acceptedP99Ms : most.besideP99Ms,
      }),
    ),
    countedLine({
      section,
      what: what('refused of the others'),
      unit: 'requests',
      value: rounds
        .flatMap(({ beside }) => besideNames.map((name) => beside[name].refused))
        .reduce((a, b) => a + b, 0),
      aim: { most: 0 },
    }),
  ];
}
