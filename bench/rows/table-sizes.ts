/** Sizes and dead rows of hot tables while orders flow. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { startReceivers } from '../receivers/receivers.ts';
import { orderAsks, placeAll } from '../peers/bare-loops.ts';
import { countedLine, type Curve, type Line, type Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { fillInstallation } from '../world/filled-installation.ts';
import { fillLong } from '../world/fill-long.ts';
import { setCallbackUrls } from '../world/shop.ts';
import { restoreSettings, settingsOf, vacuumByDefaults } from '../world/vacuum-by-defaults.ts';
import { readTableState, shrinkSmall, type TableState } from './hot-sizes.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 300_000, quick: 100_000 };
/**
 * For so many orders that a table with this history is vacuumed by the server's defaults too: a fifth of it is dead by then. A
 * quick run is over before.
 */
const seconds = { whole: 150, quick: 45 };
const perSecond = 500;
const batch = 100;
const sampleEveryMs = 1000;
const mostShare = 0.5;
const mostCatchUpMs = 120_000;

interface Sample extends TableState {
  second: number;
}

/**
 * The hot tables each second, while orders are accepted, issued and called back on top of a history: vacuumed as a server does by
 * its defaults, and then, all being vacuumed once, as their own settings say (migrations).
 */
export async function measureTableSizes(run: SectionRun): Promise<Section> {
  const flowing = seconds[run.quick ? 'quick' : 'whole'];
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const orders = run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  const ask = { orders, codes: 2 * flowing * perSecond, say: (text: string): void => run.say(text) };
  const shop = cleanUp.use(await fillInstallation(run.world, 'table-sizes', ask));
  await setCallbackUrls(shop.db, shop.shop, () => receivers.fastUrls[0] ?? '');
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const asIs = await settingsOf(shop.db);
  await vacuumByDefaults(shop.db);
  const byDefaults = await grow(run, shop, 'defaults', flowing);
  await restoreSettings(shop.db, asIs);
  await fillLong(shop.url, (db) => db.query(`vacuum (analyze)`));
  await shrinkSmall(shop.db);
  const before = await readWritten(shop.db);
  const asSet = await grow(run, shop, 'own settings', flowing);
  const written = perOrder(before, await readWritten(shop.db), flowing * perSecond);
  const both = { asSet, byDefaults, isWhole: !run.quick };
  return {
    lines: [
      lineOf('most dead rows of hot tables', 'rows', (one) => one.deadRows, both),
      lineOf('most of the indexes of what is due', 'kB', (one) => one.queueKilobytes, both),
      lineOf('most of the small tables', 'kB', (one) => one.smallKilobytes, both),
      { section: 'table-sizes', what: 'log (WAL) of an order', unit: 'bytes', value: written.log },
      {
        section: 'table-sizes',
        what: 'disk of an order and its callback, without the code',
        unit: 'bytes',
        value: written.disk,
      },
    ],
    curves: [
      curveOf('table-dead-rows', 'Dead rows of hot tables', 'rows', (one) => one.deadRows, both),
      curveOf('table-queues', 'Indexes of what is due', 'kB', (one) => one.queueKilobytes, both),
      curveOf('table-sizes', 'Tables written by each batch', 'kB', (one) => one.smallKilobytes, both),
    ],
  };
}

async function grow(
  run: SectionRun,
  shop: ShopDatabase,
  by: 'defaults' | 'own settings',
  flowing: number,
): Promise<Sample[]> {
  run.say(`table sizes, ${by}: ${perSecond} orders a second for ${flowing} seconds`);
  // Awaited here: what is flowing must end before it is disposed of.
  return await sampleWhile(shop.db, () => flow(shop, flowing * perSecond));
}

/** Orders at a steady pace; `work` issues them and sends their callbacks, and has done so with all when this returns. */
async function flow({ db, shop }: ShopDatabase, orders: number): Promise<void> {
  const startedMs = performance.now();
  for (let done = 0; done < orders; done += batch) {
    const dueMs = startedMs + (done / perSecond) * 1000;
    await sleep(Math.max(0, dueMs - performance.now()));
    await placeAll(db, orderAsks(shop, Math.min(batch, orders - done)), batch);
  }
  const endMs = performance.now() + mostCatchUpMs;
  for (;;) {
    const { rows } = await db.query<{ open: number }>(
      `select (select count(*) from requests where state = 'queued') + (select count(*) from callbacks where state = 'due') as open`,
    );
    if (Number(rows[0]?.open) === 0) return;
    if (performance.now() > endMs) throw new Error(`${rows[0]?.open} orders and callbacks are still open.`);
    await sleep(sampleEveryMs);
  }
}

async function sampleWhile(db: Database, act: () => Promise<void>): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const ended = new AbortController();
  const acting = act().finally(() => ended.abort());
  try {
    while (!ended.signal.aborted) {
      const second = (performance.now() - startedMs) / 1000;
      samples.push({ second, ...(await readTableState(db)) });
      await sleep(sampleEveryMs, undefined, { signal: ended.signal }).catch(() => {});
    }
  } finally {
    await acting;
  }
  return samples;
}

/** In bytes. */
interface Written {
  log: number;
  disk: number;
}

async function readWritten(db: Database): Promise<Written> {
  const { rows } = await db.query<Written>(
    `select (pg_current_wal_insert_lsn() - '0/0')::float8 as log, pg_database_size(current_database())::float8 as disk`,
  );
  return rows[0] ?? { log: 0, disk: 0 };
}

const perOrder = (before: Written, after: Written, orders: number): Written => ({
  log: (after.log - before.log) / orders,
  disk: (after.disk - before.disk) / orders,
});

type Figure = (one: TableState) => number;

interface Both {
  asSet: Sample[];
  byDefaults: Sample[];
  isWhole: boolean;
}

function lineOf(what: string, unit: string, figure: Figure, { asSet, byDefaults, isWhole }: Both): Line {
  const most = (samples: Sample[]): number => Math.max(...samples.map(figure));
  const [value, beside] = [most(asSet), most(byDefaults)];
  const line = { section: 'table-sizes', what, unit, value, beside: { what: 'by defaults', value: beside } };
  return countedLine(unit === 'rows' && isWhole ? { ...line, aim: { most: beside * mostShare } } : line);
}

function curveOf(
  name: string,
  title: string,
  unit: string,
  figure: Figure,
  { asSet, byDefaults }: Both,
): Curve {
  const points = (samples: Sample[]): [number, number][] =>
    samples.map((one) => [Math.round(one.second), figure(one)]);
  return {
    name,
    title: `${title} at ${perSecond} orders a second`,
    x: { label: 'seconds' },
    y: { label: unit },
    series: [
      { name: "each table's own settings", points: points(asSet) },
      { name: "the server's defaults", points: points(byDefaults) },
    ],
  };
}
