/** Sizes and dead rows of hot tables while orders flow. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { runLoad } from '../load/load.ts';
import { startReceivers } from '../receivers/receivers.ts';
import type { Curve, Line, Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { fillHistory } from '../world/fill-history.ts';
import { setCallbackUrls } from '../world/shop.ts';
import { vacuumByDefaults } from '../world/vacuum-by-defaults.ts';
import { readTableState, type TableState } from './hot-sizes.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 300_000, quick: 100_000 };
const seconds = { whole: 120, quick: 45 };
const days = 365;
const perSecond = 200;
const connections = 16;
/** Of one load: at this rate a connection may be idle for so long that the server closes it. */
const secondsAtOnce = 3;
const sampleEveryMs = 1000;
const mostShare = 0.5;

interface Sample extends TableState {
  second: number;
}

/**
 * The hot tables each second, while orders are accepted, issued and called back on top of a history: vacuumed as their own
 * settings say (migrations), and as a server does by its defaults.
 */
export async function measureTableSizes(run: SectionRun): Promise<Section> {
  const orders = run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  const byDefaults = await grow(run, orders, 'defaults');
  const asSet = await grow(run, orders, 'own settings');
  return {
    lines: [
      lineOf('most dead rows of hot tables', 'rows', (one) => one.deadRows, asSet, byDefaults),
      lineOf('most of the indexes of what is due', 'kB', (one) => one.queueKilobytes, asSet, byDefaults),
      lineOf('most of the small tables', 'kB', (one) => one.smallKilobytes, asSet, byDefaults),
    ],
    curves: [
      curveOf('table-dead-rows', 'Dead rows of hot tables', 'rows', (one) => one.deadRows, {
        asSet,
        byDefaults,
      }),
      curveOf('table-queues', 'Indexes of what is due', 'kB', (one) => one.queueKilobytes, {
        asSet,
        byDefaults,
      }),
      curveOf('table-sizes', 'Tables written by each batch', 'kB', (one) => one.smallKilobytes, {
        asSet,
        byDefaults,
      }),
    ],
  };
}

async function grow(run: SectionRun, orders: number, by: 'defaults' | 'own settings'): Promise<Sample[]> {
  const flowing = seconds[run.quick ? 'quick' : 'whole'];
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const shop = cleanUp.use(await run.world.open('table-sizes', flowing * perSecond));
  if (by === 'defaults') await vacuumByDefaults(shop.db);
  await setCallbackUrls(shop.db, shop.shop, () => receivers.fastUrls[0] ?? '');
  run.say(`table sizes, ${by}: filling a history`);
  const clientIds = shop.shop.clients.map(({ client }) => client.id);
  await fillHistory(shop.url, { clientIds, product: shop.shop.product, orders, days, until: new Date() });
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  run.say(`table sizes, ${by}: ${perSecond} orders a second for ${flowing} seconds`);
  // Awaited here: what is flowing must end before it is disposed of.
  return await sampleWhile(shop.db, () => flow(run, shop, serve.port, flowing * perSecond));
}

async function flow(run: SectionRun, shop: ShopDatabase, port: number, orders: number): Promise<void> {
  const ordersAtOnce = perSecond * secondsAtOnce;
  for (let done = 0; done < orders; done += ordersAtOnce) {
    const recipe = orderRecipe(shop.shop, Math.min(ordersAtOnce, orders - done));
    await runLoad(run.load, recipe, { port, connections, limitMs: 0, perSecond });
  }
  await untilNoneQueued(shop.db);
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

type Figure = (one: TableState) => number;

function lineOf(what: string, unit: string, figure: Figure, asSet: Sample[], byDefaults: Sample[]): Line {
  const most = (samples: Sample[]): number => Math.max(...samples.map(figure));
  const [value, beside] = [most(asSet), most(byDefaults)];
  const line = { section: 'table-sizes', what, unit, value, beside: { what: 'by defaults', value: beside } };
  if (unit !== 'rows') return line;
  return { ...line, aim: { details: `≤ ${mostShare}×`, met: value <= beside * mostShare } };
}

function curveOf(
  name: string,
  title: string,
  unit: string,
  figure: Figure,
  { asSet, byDefaults }: Record<'asSet' | 'byDefaults', Sample[]>,
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
