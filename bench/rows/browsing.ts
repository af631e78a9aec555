/** The row of orders accepted while 50 people browse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import type { Line } from '../report/line.ts';
import { figuresOf, interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { startCounters } from '../world/counters.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { processorTime, type Measured } from '../world/processor-time.ts';
import { openPage, type PageOf, type PageServer } from './cabinet-pages.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** Each of them opens a page this often. */
const people = { count: 50, everyMs: 10_000 };
const leastShare = 0.95;
const connections = 512;
const preparedPerSecond = 32_000;
const promisedAtMost = 1_000_000_000;
const section = 'cabinet';

interface Browsed extends PageServer {
  shop: ShopDatabase;
  serve: PlatformProcess;
}

type Contestant = 'alone' | 'browsed';
/** Processor time and orders of all rounds of a contestant. */
type Spent = Record<Contestant, { orders: number; serve: number; postgres: number }>;

/**
 * Accepting with and without people who open pages. The workers that count behind the acceptance run all the time, as they do in
 * production; nothing is issued. A round is divided by the one beside it in time.
 */
export async function acceptWhileBrowsing(
  run: SectionRun,
  cabinet: Browsed,
  pages: PageOf[],
): Promise<Line[]> {
  const { shop, serve } = cabinet;
  await using counters = startCounters(shop, run.world.masterKey);
  await counters.started;
  await shop.db.query(`update stock_available set available = $1`, [promisedAtMost]);
  const seconds = run.quick ? 3 : 5;
  const none = { orders: 0, serve: 0, postgres: 0 };
  const spent: Spent = { alone: { ...none }, browsed: { ...none } };
  const rate = async (contestant: Contestant): Promise<number> => {
    const recipe = orderRecipe(shop.shop, seconds * preparedPerSecond);
    const running = { port: serve.port, connections, limitMs: seconds * 1000, perSecond: null };
    let [orders, took] = [0, 0];
    const used = await processorTime({ serve: serve.pid, postgres: run.world.server.pid }, async () => {
      const report = await runLoad(run.load, recipe, running);
      [orders, took] = [report.answered, report.seconds];
    });
    add(spent[contestant], used, orders);
    return orders / took;
  };
  await rate('alone');
  spent.alone = { ...none };
  run.say(`accepting, with and without ${people.count} people who browse`);
  let opened = 0;
  const rates = await interleave(run.quick ? 4 : 10, {
    alone: () => rate('alone'),
    browsed: async () => {
      const end = browse(cabinet, pages, opened);
      opened += people.count / 2;
      try {
        return await rate('browsed');
      } finally {
        await end();
      }
    },
  });
  const ratios = rates.browsed.rounds.map(
    (browsed, round) => browsed / (rates.alone.rounds[round] ?? browsed),
  );
  const ratio = figuresOf(ratios).median;
  const line = {
    section,
    what: `makeOrder while ${people.count} people open a page each ${people.everyMs / 1000} s`,
    unit: 'orders/s',
    value: rates.browsed.median,
    rounds: rates.browsed.rounds,
    beside: { what: 'nobody browses', value: rates.alone.median, rounds: rates.alone.rounds },
    ratio,
    aim: { details: `≥ ${leastShare}×`, met: ratio >= leastShare },
  };
  return [line, ...processorLinesOf(spent)];
}

function add(sums: Spent[Contestant], used: Measured<'serve' | 'postgres'> | null, orders: number): void {
  sums.orders += orders;
  sums.serve += used?.serve ?? 0;
  sums.postgres += used?.postgres ?? 0;
}

/** Of an order, whatever share of it pages have used. */
const processorLinesOf = ({ alone, browsed }: Spent): Line[] =>
  (['serve', 'postgres'] as const).flatMap((name) =>
    alone[name] === 0
      ? []
      : [
          {
            section,
            what: `processor time an order while they do: ${name === 'serve' ? 'serve' : 'PostgreSQL'}`,
            unit: 'µs',
            value: browsed[name] / browsed.orders,
            beside: { what: 'nobody browses', value: alone[name] / alone.orders },
          },
        ],
  );

/** People who open pages until they are stopped, one after the other from the page of this number. */
function browse(cabinet: Browsed, pages: PageOf[], from: number): () => Promise<void> {
  const stop = new AbortController();
  const running = Array.from({ length: people.count }, async (_, person) => {
    let opened = from + person;
    await sleep((person / people.count) * people.everyMs, null, { signal: stop.signal });
    while (!stop.signal.aborted) {
      const page = pages[opened % pages.length];
      if (page !== undefined) await openPage(cabinet, page, [200]);
      opened += 1;
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
