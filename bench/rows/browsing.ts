/** Accepting orders with and without people who open pages of the client's cabinet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { processorMeter } from '../report/processor-lines.ts';
import { interleave, medianOf } from '../rounds.ts';
import { startCounters } from '../world/counters.ts';
import { openPage, pagesOfAll, type PageOf } from './cabinet-pages.ts';
import { openCabinet, type Cabinet } from './open-cabinet.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** Each of them opens a page this often: five pages a second of all. */
const people = { count: 50, everyMs: 10_000 };
const sizes = { whole: 1_000_000, quick: 200_000 };
const pairs = { whole: 20, quick: 6 };
const roundSeconds = 2;
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
  const meters = { alone: newMeter(), browsed: newMeter() };
  const pids = { serve: serve.pid, PostgreSQL: run.world.server.pid };
  const rate = async (meter: Meter): Promise<number> => {
    const recipe = orderRecipe(shop.shop, roundSeconds * preparedPerSecond);
    const running = { port: serve.port, connections, limitMs: roundSeconds * 1000, perSecond: null };
    const pass = () => runLoad(run.load, recipe, running);
    const report = await meter.round(pids, pass, ({ answered }) => answered);
    return report.answered / report.seconds;
  };
  const opened: number[] = [];
  const contestants = (alone: Meter, browsed: Meter) => ({
    alone: () => rate(alone),
    browsed: async () => {
      const end = browse(cabinet, pages, opened);
      try {
        return await rate(browsed);
      } finally {
        await end();
      }
    },
  });
  run.say(`accepting, with and without ${people.count} people who browse`);
  await interleave(warmUps, contestants(newMeter(), newMeter()));
  opened.length = 0;
  const rates = await interleave(
    run.quick ? pairs.quick : pairs.whole,
    contestants(meters.alone, meters.browsed),
  );
  const without = 'nobody browses';
  return [
    lineOf({
      section,
      what: `makeOrder while ${people.count} people open a page each ${people.everyMs / 1000} s`,
      unit: 'orders/s',
      rounds: rates.browsed.rounds,
      beside: { what: without, rounds: rates.alone.rounds },
      ratioAim: { least: leastShare },
      note: `${opened.length} pages, half of them within ${medianOf(opened).toFixed(0)} ms`,
    }),
    // Of an order, whatever share of it pages and workers have used.
    ...(['serve', 'PostgreSQL'] as const)
      .filter((name) => meters.alone.rounds[name].length > 0)
      .map((name) =>
        lineOf({
          section,
          what: `processor time an order while they do: ${name}`,
          unit: 'µs',
          rounds: meters.browsed.rounds[name],
          beside: { what: without, rounds: meters.alone.rounds[name] },
        }),
      ),
  ];
}

const newMeter = () => processorMeter('serve', 'PostgreSQL');
type Meter = ReturnType<typeof newMeter>;

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
