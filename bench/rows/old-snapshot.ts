/** The section `old-snapshot`: orders while somebody holds an old snapshot, beside orders while nobody does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runLoad, type LoadRun } from '../load/load.ts';
import { startMessageSinks } from '../receivers/message-sinks.ts';
import { startReceivers } from '../receivers/receivers.ts';
import type { Bound } from '../report/confidence.ts';
import { latenciesOf } from '../report/latency.ts';
import { countedLine, lineOf, type Line, type Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { letterAddress } from '../world/due-deliveries.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { processorTime } from '../world/processor-time.ts';
import { setCallbackUrls } from '../world/shop.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** Ten minutes at 250 orders a second. */
const sizes = { whole: 150_000, quick: 15_000 };
const rounds = { whole: 10, quick: 3 };
/** The last so many are judged: until then the snapshot has become old. */
const judged = { whole: 7, quick: 2 };
/** Few, as most installations have: each of their balances is changed with nearly every batch. */
const clients = 3;
/** Versions come by batches, not by orders: few callers, so that batches stay as small as at the steady rate. */
const aging: Omit<LoadRun, 'port'> = { connections: 4, limitMs: 900_000, perSecond: null };
const perSecond = 250;
const steadySeconds = 6;
const steady: Omit<LoadRun, 'port'> = { connections: 64, limitMs: 0, perSecond };
const fastOrders = 3000;
const fast: Omit<LoadRun, 'port'> = { connections: 128, limitMs: 60_000, perSecond: null };
/** Of the rate without a snapshot, and of times. */
const aims: Record<'rate' | 'time', Bound> = { rate: { least: 0.8 }, time: { most: 1.25 } };
const sentLimitMs = 180_000;
const lookEveryMs = 100;
/** The clock of the platform may be behind ours. */
const behindMs = 1000;
/** How many tables are named. */
const mostTables = 8;

interface Side {
  shop: ShopDatabase;
  serve: PlatformProcess;
  pids: Record<'serve' | 'work' | 'PostgreSQL', number>;
}

interface Round {
  answeredMs: number;
  issuedMs: number;
  rate: number;
  /** Of an order with its letter and its callback, in microseconds, at the steady rate; null where it is not counted. */
  processor: number | null;
}

/**
 * Both installations get the same orders in turns, with letters, callbacks and a monthly limit; at one of them a transaction holds its snapshot from the
 * beginning to the end. In each round a part of the orders passes first, then it is measured at a steady rate, and as fast as it goes.
 */
export async function measureOldSnapshot(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const size = run.quick ? 'quick' : 'whole';
  const orders = run.orders ?? sizes[size];
  const part = Math.ceil(orders / rounds[size]);
  const codes = (rounds[size] + 1) * (part + perSecond * steadySeconds + fastOrders);
  const sides = {
    pinned: await openSide(run, cleanUp, 'old-snapshot', codes),
    free: await openSide(run, cleanUp, 'no-snapshot', codes),
  };
  for (const side of [sides.pinned, sides.free]) await passOrders(run, side, fastOrders, fast);
  await holdSnapshot(cleanUp, sides.pinned.shop);
  const measured: Record<keyof typeof sides, Round[]> = { pinned: [], free: [] };
  for (let round = 0; round < rounds[size]; round += 1) {
    run.say(`${orders} orders under an old snapshot: round ${round + 1} of ${rounds[size]}`);
    for (const name of round % 2 === 0 ? (['pinned', 'free'] as const) : (['free', 'pinned'] as const))
      measured[name].push(await passRound(run, sides[name], part));
  }
  const lines = linesOf(measured, judged[size], orders);
  return { lines: [...lines, ...(await deadVersions(sides.pinned.shop))], curves: [] };
}

async function openSide(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  name: string,
  codes: number,
): Promise<Side> {
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const sinks = await startMessageSinks();
  cleanUp.defer(() => sinks.stop());
  run.say(`${name}: filling the pool`);
  const shop = cleanUp.use(await run.world.open(name, codes));
  await setCallbackUrls(shop.db, shop.shop, () => receivers.fastUrls[0] ?? '');
  await shop.db.query(`update brands set monthly_orders_limit = 1000000000`);
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work', { smtpUrl: sinks.smtpUrl });
  cleanUp.defer(() => work.stop());
  return { shop, serve, pids: { serve: serve.pid, work: work.pid, PostgreSQL: run.world.server.pid } };
}

/** A transaction that has read once and is still open, as that of a dump, or of somebody who has gone to lunch. */
async function holdSnapshot(cleanUp: AsyncDisposableStack, { url }: ShopDatabase): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'facevalue bench: an old snapshot' });
  client.on('error', () => {});
  await client.connect();
  cleanUp.defer(() => client.end());
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from accounts');
}

/** Until their letters and callbacks are sent too, so that nothing of it is left for the next. */
async function passOrders(
  run: SectionRun,
  { shop, serve }: Side,
  orders: number,
  how: Omit<LoadRun, 'port'>,
) {
  const recipe = { ...orderRecipe(shop.shop, orders, clients), emailTo: letterAddress(1) };
  const report = await runLoad(run.load, recipe, { port: serve.port, ...how });
  const since = new Date(report.startedAtMs - behindMs);
  const issuedAtMs = await untilNoneQueued(shop.db, since);
  await untilSent(shop, since);
  return { report, rate: orders / ((issuedAtMs - report.startedAtMs) / 1000) };
}

async function untilSent({ db }: ShopDatabase, since: Date): Promise<void> {
  const deadline = performance.now() + sentLimitMs;
  for (;;) {
    const { rows } = await db.query<{ waits: boolean }>(
      `select exists (select from deliveries where state = 'due' and due_at >= $1)
         or exists (select from callbacks where state = 'due' and due_at >= $1) as waits`,
      [since],
    );
    if (rows[0]?.waits === false) return;
    if (performance.now() > deadline) throw new Error('Letters and callbacks were not sent.');
    await sleep(lookEveryMs);
  }
}

async function passRound(run: SectionRun, side: Side, part: number): Promise<Round> {
  await passOrders(run, side, part, aging);
  const { db, shop } = side.shop;
  const [firstId, orders] = [await nextRequestId(db), steadySeconds * perSecond];
  let answeredMs = 0;
  const used = await processorTime(side.pids, async () => {
    answeredMs = (await passOrders(run, side, orders, steady)).report.p50Ms;
  });
  const issued = latenciesOf(await issueTimes(db, { firstId, orders, productId: shop.product.id }));
  const { rate } = await passOrders(run, side, fastOrders, fast);
  const processor = used === null ? null : (used.serve + used.work + used.PostgreSQL) / orders;
  return { answeredMs, issuedMs: issued.p50Ms, rate, processor };
}

function linesOf(measured: Record<'pinned' | 'free', Round[]>, last: number, orders: number): Line[] {
  const line = (what: string, unit: string, ratioAim: Bound, of: (round: Round) => number | null): Line[] => {
    const [pinned = [], free = []] = [measured.pinned, measured.free].map((all) =>
      all.slice(-last).flatMap((one) => of(one) ?? []),
    );
    if (free.length === 0) return [];
    const under = `${what} under a snapshot ${orders} orders old`;
    const beside = { what: 'no old snapshot', rounds: free };
    return [lineOf({ section: 'old-snapshot', what: under, unit, rounds: pinned, beside, ratioAim })];
  };
  return [
    ...line('orders issued', 'orders/s', aims.rate, ({ rate }) => rate),
    ...line(`accepted at ${perSecond}/s, p50`, 'ms', aims.time, ({ answeredMs }) => answeredMs),
    ...line(`issue time at ${perSecond}/s, p50`, 'ms', aims.time, ({ issuedMs }) => issuedMs),
    ...line(`processor time of an order`, 'µs', aims.time, ({ processor }) => processor),
  ];
}

/** The tables of which the snapshot keeps most versions that nobody needs. */
async function deadVersions({ db }: ShopDatabase): Promise<Line[]> {
  const { rows } = await db.query<{ name: string; dead: number; living: number }>(
    `select relname as name, n_dead_tup as dead, n_live_tup as living from pg_stat_user_tables
     order by n_dead_tup desc limit $1`,
    [mostTables],
  );
  return rows.map(({ name, dead, living }) =>
    countedLine({
      section: 'old-snapshot',
      what: `dead versions of ${name}`,
      value: dead,
      unit: 'rows',
      beside: { what: 'living', value: living },
    }),
  );
}
