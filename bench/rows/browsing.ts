/** Accepting orders with and without people who open pages of the client's cabinet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import type { Line, Section } from '../report/line.ts';
import { figuresOf, interleave } from '../rounds.ts';
import { startCounters } from '../world/counters.ts';
import { processorTime } from '../world/processor-time.ts';
import { openPage, pagesOfAll, type PageOf } from './cabinet-pages.ts';
import { openCabinet, type Cabinet } from './open-cabinet.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** Each of them opens a page this often: five pages a second of all. */
const people = { count: 50, everyMs: 10_000 };
const sizes = { whole: 1_000_000, quick: 200_000 };
const pairs = { whole: 30, quick: 20 };
const roundSeconds = 3;
/** Rounds of either kind that are not measured: code is compiled, connections open, caches fill. */
const warmUps = 2;
const leastShare = 0.95;
const connections = 512;
const preparedPerSecond = 20_000;
const promisedAtMost = 1_000_000_000;
const section = 'cabinet';

/** The row alone, over a shorter history than that of `cabinet`. */
export async function measureBrowsing(run: SectionRun): Promise<Section> {
  const orders = run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  await using cabinet = await openCabinet(run, 'browsing', orders);
  return { lines: await acceptWhileBrowsing(run, cabinet, orders), curves: [] };
}

type Contestant = 'alone' | 'browsed';
/** Microseconds an order, of each round. */
type Spent = Record<Contestant, Record<'serve' | 'postgres', number[]>>;

/**
 * The workers that count behind the acceptance run all the time, as they do in production; nothing is issued. Rounds are short
 * and in turns (A B B A), and each is divided by the one beside it in time: what the machine or a worker does now and then
 * meets both alike. Both have the same connections open.
 */
export async function acceptWhileBrowsing(
  run: SectionRun,
  cabinet: Cabinet,
  orders: number,
): Promise<Line[]> {
  const { shop, serve } = cabinet;
  const pages = pagesOfAll(shop.shop, orders).filter(({ side }) => side === 'client');
  await using counters = startCounters(shop, run.world.masterKey);
  await counters.started;
  await shop.db.query(`update stock_available set available = $1`, [promisedAtMost]);
  const spent: Spent = { alone: { serve: [], postgres: [] }, browsed: { serve: [], postgres: [] } };
  const pids = { serve: serve.pid, postgres: run.world.server.pid };
  const rate = async (contestant: Contestant): Promise<number> => {
    const recipe = orderRecipe(shop.shop, roundSeconds * preparedPerSecond);
    const running = { port: serve.port, connections, limitMs: roundSeconds * 1000, perSecond: null };
    let [answered, took] = [0, 0];
    const used = await processorTime(pids, async () => {
      const report = await runLoad(run.load, recipe, running);
      [answered, took] = [report.answered, report.seconds];
    });
    for (const name of ['serve', 'postgres'] as const)
      if (used !== null) spent[contestant][name].push(used[name] / answered);
    return answered / took;
  };
  const opened: number[] = [];
  const contestants = {
    alone: () => rate('alone'),
    browsed: async () => {
      const end = browse(cabinet, pages, opened);
      try {
        return await rate('browsed');
      } finally {
        await end();
      }
    },
  };
  run.say(`accepting, with and without ${people.count} people who browse`);
  await interleave(warmUps, contestants);
  for (const { serve: ofServe, postgres } of Object.values(spent)) ofServe.length = postgres.length = 0;
  opened.length = 0;
  const rates = await interleave(run.quick ? pairs.quick : pairs.whole, contestants);
  const ratios = rates.browsed.rounds.map(
    (browsed, round) => browsed / (rates.alone.rounds[round] ?? browsed),
  );
  const { median: ratio } = figuresOf(ratios);
  const line = {
    section,
    what: `makeOrder while ${people.count} people open a page each ${people.everyMs / 1000} s`,
    unit: 'orders/s',
    value: rates.browsed.median,
    rounds: rates.browsed.rounds,
    beside: { what: 'nobody browses', value: rates.alone.median, rounds: rates.alone.rounds },
    ratio,
    note: `${ratios.length} pairs of ${roundSeconds} s; ${opened.length} pages, half of them within ${figuresOf(opened).median.toFixed(0)} ms`,
    aim: { details: `≥ ${leastShare}×`, met: ratio >= leastShare },
  };
  return [line, ...processorLinesOf(spent)];
}

/** Of an order, whatever share of it pages and workers have used. */
const processorLinesOf = ({ alone, browsed }: Spent): Line[] =>
  (['serve', 'postgres'] as const).flatMap((name) =>
    alone[name].length === 0
      ? []
      : [
          {
            section,
            what: `processor time an order while they do: ${name === 'serve' ? 'serve' : 'PostgreSQL'}`,
            unit: 'µs',
            value: figuresOf(browsed[name]).median,
            beside: { what: 'nobody browses', value: figuresOf(alone[name]).median },
          },
        ],
  );

/** People who open pages until they are stopped, each time the next of all; adds how long each has taken. */
function browse(cabinet: Cabinet, pages: readonly PageOf[], opened: number[]): () => Promise<void> {
  const stop = new AbortController();
  let next = opened.length;
  const running = Array.from({ length: people.count }, async (_, person) => {
    await sleep((person / people.count) * people.everyMs, null, { signal: stop.signal });
    while (!stop.signal.aborted) {
      const page = pages[next % pages.length];
      next += 1;
      const begun = performance.now();
      if (page !== undefined) await openPage(cabinet, page, [200]);
      opened.push(performance.now() - begun);
      await sleep(people.everyMs, null, { signal: stop.signal });
    }
  });
  return async () => {
    stop.abort();
    const ends = await Promise.allSettled(running);
    for (const end of ends)
      if (end.status === 'rejected' && (end.reason as Error).name !== 'AbortError') throw end.reason;
  };
}
