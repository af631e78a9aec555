/** The section `endures`: hot paths over a long history, beside an empty installation. */
import { startPlainCalls } from '../load/plain-calls.ts';
import { issueAll } from '../peers/bare-loops.ts';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { addGiftLinks } from '../world/due-deliveries.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { codesToSell, filledOrders, fillInstallation, grouped } from '../world/filled-installation.ts';
import { fillLong } from '../world/fill-long.ts';
import { sealNext } from '../world/fill-pool.ts';
import { processorTime } from '../world/processor-time.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import {
  enduringPaths,
  orderConnections,
  gifts,
  ordersInRound,
  redeemedInRound,
  type Installation,
  type Path,
} from './enduring-paths.ts';
import { pagesOfPaths } from './pages-of-paths.ts';
import type { SectionRun } from './section-run.ts';

const quickOrders = 200_000;
const leastShare = 0.95;
/** Of the processor time without history. */
const mostTimes = 1.05;
/** Orders that `cabinet` accepted beside people who browse. */
const leftBatch = 400;
/** A `serve` that has just started keeps the speed that its memory happened to get for good: several are measured. */
const serves = 4;
/** Each of them passes a round that is not measured: code is compiled and caches fill. With the round whose database pages are counted. */
const unmeasured = serves + 1;
/**
 * After a checkpoint the first change of a page is logged with the whole page. An index of ten million uuids has 80,000 pages: so many
 * rounds of orders alone, until nearly all of them were logged, as under any lasting load.
 */
const roundsBefore = { large: 48, small: 0 };
/** Many and short, so that both installations meet the same moments of a noisy machine. */
const roundsOf = { whole: 24, quick: 8 };

/**
 * The hot paths of an installation with a long history and a large vault, beside an empty one: in each round both pass each path,
 * the one directly after the other. A rate is divided by the one beside it in time; processor time, which other load on the machine
 * changes less, is that of all rounds together.
 */
export async function measureEndures(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const rounds = run.pages ? 0 : roundsOf[run.quick ? 'quick' : 'whole'];
  const before = roundsBefore[run.filled === null ? 'small' : 'large'];
  const needed = (rounds + unmeasured) * ordersInRound;
  const filled = await openFull(run, cleanUp, needed + before * ordersInRound);
  const full = await prepare(cleanUp, rounds, filled);
  const empty = await prepare(cleanUp, rounds, cleanUp.use(await run.world.open('endures-empty', needed)));
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());
  await run.world.server.checkpoint();
  const both = { full, empty };
  const what = `${grouped(run.filled?.orders ?? ordersOf(run))} orders`;
  const counted = enduringPaths(run, calls, orderConnections.few);
  await run.world.server.autovacuum(false);
  const pages = await pagesOfPaths(counted, both, { what, say: run.say });
  await run.world.server.autovacuum(true);
  if (run.pages) return { lines: pages, curves: [] };
  const paths = enduringPaths(run, calls, orderConnections.many);
  await passOrders(run, paths, full, before);
  const rates = await passRounds(run, paths, both, rounds);
  const lines = [
    ...rates.map((rate) => rateLine(rate, what)),
    ...rates.flatMap((rate) => costLine(rate, what)),
  ];
  return { lines: [...lines, ...pages], curves: [] };
}

const ordersOf = (run: SectionRun): number => run.orders ?? (run.quick ? quickOrders : filledOrders);

async function openFull(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  needed: number,
): Promise<ShopDatabase> {
  const { openFilled } = run.world;
  if (openFilled === null) {
    const orders = ordersOf(run);
    const ask = { orders, codes: Math.max(needed, run.codes ?? orders), say: run.say };
    return cleanUp.use(await fillInstallation(run.world, 'endures', ask));
  }
  const shop = cleanUp.use(await openFilled());
  const left = await codesToSell(shop);
  if (left < needed)
    throw new Error(`${left} codes are left to be sold, ${needed} are needed: fill another one.`);
  run.say('issuing what earlier runs have left');
  await issueAll(shop.db, shop.keyring, leftBatch);
  // As autovacuum would have done by now, had the server run on.
  await fillLong(shop.url, (long) => long.query('vacuum requests'));
  run.say('sealing the codes of this run');
  await fillLong(shop.url, (long) => sealNext(long, shop.keyring, shop.shop.product, needed));
  return shop;
}

async function prepare(
  cleanUp: AsyncDisposableStack,
  rounds: number,
  shop: ShopDatabase,
): Promise<Installation> {
  const sold = await addSoldProduct(shop, (rounds + unmeasured) * redeemedInRound);
  const tokens = await addGiftLinks(shop, sold.id, gifts);
  const { rows } = await shop.db.query<{ next: number }>(`select last_value + 1 as next from request_ids`);
  const serve = await shop.start('serve');
  const one = { shop, serve, sold, tokens, firstId: rows[0]?.next ?? 0, redeemed: 0, issued: [] };
  cleanUp.defer(() => one.serve.stop());
  return one;
}

async function restartServe(one: Installation): Promise<void> {
  await one.serve.stop();
  one.serve = await one.shop.start('serve');
}

async function passOrders(
  run: SectionRun,
  paths: readonly Path[],
  full: Installation,
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    run.say(`orders alone, round ${round + 1} of ${rounds}`);
    for (const path of paths) if (path.makesOrders === true) await path.rate(full);
  }
}

interface Rate {
  what: string;
  unit: string;
  full: number[];
  empty: number[];
  /** Processor time of each operation by round, in microseconds; none where the operating system does not count. */
  cost: Record<'full' | 'empty', number[]>;
}

async function passRounds(
  run: SectionRun,
  paths: readonly Path[],
  both: Record<'full' | 'empty', Installation>,
  rounds: number,
): Promise<Rate[]> {
  const rates: Rate[] = paths.map(({ what, unit }) => ({
    what,
    unit,
    full: [],
    empty: [],
    cost: { full: [], empty: [] },
  }));
  for (let round = 0; round < rounds + serves; round += 1) {
    run.say(`hot paths beside an empty installation, round ${round + 1} of ${rounds + serves}`);
    const names = round % 2 === 0 ? (['full', 'empty'] as const) : (['empty', 'full'] as const);
    const isFirst = round % (rounds / serves + 1) === 0;
    if (isFirst) await Promise.all(names.map((name) => restartServe(both[name])));
    for (const [index, path] of paths.entries()) {
      for (const name of names) {
        await path.prepare?.(both[name]);
        const { rate, cost } = await passOnce(run, path, both[name]);
        if (isFirst) continue;
        rates[index]?.[name].push(rate);
        if (cost !== null) rates[index]?.cost[name].push(cost);
      }
    }
  }
  return rates;
}

/** With the processor time of each operation: of `serve`, of PostgreSQL with all that it writes, and of loops in this process. */
async function passOnce(
  run: SectionRun,
  path: Path,
  one: Installation,
): Promise<{ rate: number; cost: number | null }> {
  let rate = 0;
  const here = process.cpuUsage();
  const used = await processorTime({ serve: one.serve.pid, postgres: run.world.server.pid }, async () => {
    rate = await path.rate(one);
  });
  const { user, system } = process.cpuUsage(here);
  return { rate, cost: used && (used.serve + used.postgres + user + system) / path.operations };
}

const rateLine = ({ what, unit, full, empty }: Rate, size: string): Line =>
  lineOf({
    section: 'endures',
    what: `${what}, after ${size}`,
    unit,
    rounds: full,
    beside: { what: 'empty installation', rounds: empty },
    ratioAim: { least: leastShare },
  });

const costLine = ({ what, cost }: Rate, size: string): Line[] =>
  cost.full.length === 0
    ? []
    : [
        lineOf({
          section: 'endures',
          what: `processor time, ${what}, after ${size}`,
          unit: 'µs',
          rounds: cost.full,
          beside: { what: 'empty installation', rounds: cost.empty },
          ratioAim: { most: mostTimes },
        }),
      ];
