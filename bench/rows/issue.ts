/** The section `issue`: orders issued a second, beside other job queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import { issueAll, orderAsks, placeAll, placeAtOnce } from '../peers/bare-loops.ts';
import { openPeer, type Peer } from '../peers/open-peer.ts';
import type { PeerName } from '../peers/peer-worker.ts';
import { startReceivers } from '../receivers/receivers.ts';
import { latenciesOf, latencySection } from '../report/latency.ts';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { processorLines, processorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf, type Figures } from '../rounds.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { PlatformProcess, PlatformSettings } from '../world/platform-process.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import { setCallbackUrls } from '../world/shop.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const section = 'issue';
const unit = 'orders/s';
const connections = 128;
const loadLimitMs = 60_000;
const issueLimitMs = 90_000;
const lookEveryMs = 10;
const issueBatch = 400;
const least = { perSecond: 3000, ofLoop: 0.6, ofGraphile: 4, ofPgBoss: 10 };
const mostP99Ms = { tenth: 40, half: 100 };
/** Of a round; a job queue with a job for each order takes as long for fewer. */
const sizes = { warmUp: 2000, ours: 6000, told: 3000, graphile: 1000, pgBoss: 500, pgBossBy50: 1000 };
/** At a tenth and at half, on a machine that issues 10,000 a second. */
const steadyOrders = 9000;

/**
 * Orders from the first request to the last certificate. Ours arrive signed over HTTP; the peers get theirs in their
 * own process, without an API. All write the callback's row and none sends it: the receiver of our callbacks hangs, and
 * the sender has one slot. The last line measures ours with callbacks sent and accepted.
 */
export async function measureIssue(run: SectionRun): Promise<Section> {
  const rounds = roundsOf(run);
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 1 });
  cleanUp.defer(() => receivers.stop());
  const [fastUrl = '', hangingUrl = ''] = [receivers.fastUrls[0], receivers.hangingUrls[0]];

  run.say('issuing: filling the pools');
  const open = async (name: string, codes: number): Promise<ShopDatabase> => {
    const shop = cleanUp.use(await run.world.open(name, codes));
    await setCallbackUrls(shop.db, shop.shop, () => hangingUrl);
    return shop;
  };
  const inRound = sizes.warmUp + 2 * sizes.ours + sizes.told + steadyOrders;
  const quiet = await open('issue', (rounds + 1) * inRound);
  const bare = await open('issue-bare', rounds * sizes.ours);
  const peer = async (name: PeerName, count: number): Promise<Peer> =>
    cleanUp.use(
      await openPeer(name, await open(`issue-${name}`, (rounds + 1) * 2 * count), run.world.masterKey),
    );
  const graphile = await peer('graphile-worker', sizes.graphile);
  const pgBoss = await peer('pg-boss', sizes.pgBoss);
  const pgBossBy50 = await peer('pg-boss-by-50', sizes.pgBossBy50);
  const serve = await quiet.start('serve');
  cleanUp.defer(() => serve.stop());
  const held = { callbackConcurrency: 1, callbackTimeoutMs: 120_000 };
  run.say('issuing: ours, the bare loop and the peers in turn');
  const meter = processorMeter('serve', 'work', 'PostgreSQL');
  const standing: number[] = [];
  const rates = await interleave(rounds, {
    // Each time a fresh process, so that it takes nothing from the others.
    ours: () =>
      withWork(quiet, held, async (work) => {
        await endToEnd(run, quiet, serve.port, sizes.warmUp);
        const pids = { serve: serve.pid, work: work.pid, PostgreSQL: run.world.server.pid };
        const pass = (): Promise<number> => endToEnd(run, quiet, serve.port, sizes.ours);
        const rate = await meter.round(pids, pass, () => sizes.ours);
        standing.push(await fromStanding(quiet, sizes.ours));
        return rate;
      }),
    loop: () => loopRate(bare, sizes.ours),
    graphile: () => graphile.rate(sizes.graphile),
    pgBoss: () => pgBoss.rate(sizes.pgBoss),
    pgBossBy50: () => pgBossBy50.rate(sizes.pgBossBy50),
  });

  run.say('issuing: times at a steady rate');
  const latency = await withWork(quiet, held, () => steadyIssue(run, quiet, serve.port, rates.ours.median));
  run.say('issuing with callbacks sent');
  await setCallbackUrls(quiet.db, quiet.shop, () => fastUrl);
  await quiet.db.query(`delete from callbacks`);
  // The server caches a client for a moment.
  await sleep(1500);
  const told = await withWork(quiet, {}, async () => {
    await endToEnd(run, quiet, serve.port, sizes.warmUp);
    return await interleave(rounds, { rate: () => endToEnd(run, quiet, serve.port, sizes.told) });
  });
  const toldLine = { section, what: 'issued end to end, callbacks sent', unit, rounds: told.rate.rounds };
  return {
    lines: [
      ...linesOf(rates, standing),
      ...processorLines({ section, what: 'an order' }, meter),
      ...latency.lines,
      lineOf(toldLine),
    ],
    curves: latency.curves,
  };
}

function linesOf(
  rates: Record<'ours' | 'loop' | 'graphile' | 'pgBoss' | 'pgBossBy50', Figures>,
  standing: number[],
): Line[] {
  const ours = { section, what: 'issued end to end', unit, rounds: rates.ours.rounds };
  const loop = { what: `issueOrders by ${issueBatch}`, rounds: rates.loop.rounds };
  return [
    lineOf({
      ...ours,
      what: 'accepted orders issued',
      rounds: standing,
      beside: loop,
      ratioAim: { least: least.ofLoop },
    }),
    lineOf({ ...ours, beside: loop, aim: { least: least.perSecond } }),
    lineOf({
      ...ours,
      beside: { what: 'graphile-worker, job by job', rounds: rates.graphile.rounds },
      ratioAim: { least: least.ofGraphile },
    }),
    lineOf({
      ...ours,
      beside: { what: 'pg-boss, job by job', rounds: rates.pgBoss.rounds },
      ratioAim: { least: least.ofPgBoss },
    }),
    lineOf({ ...ours, beside: { what: 'pg-boss, fetching by 50', rounds: rates.pgBossBy50.rounds } }),
  ];
}

/** Callbacks are held, as in the other measurements of this section; a new process has first warmed up. */
async function steadyIssue(
  run: SectionRun,
  shop: ShopDatabase,
  port: number,
  highest: number,
): Promise<Section> {
  await endToEnd(run, shop, port, sizes.warmUp);
  const path = { section, what: 'an order issued', curve: 'issue-rate-time', of: 'orders', mostP99Ms };
  const productId = shop.shop.product.id;
  return await latencySection(run, { ...path, highest }, async ({ perSecond, count }) => {
    const firstId = await nextRequestId(shop.db);
    await runLoad(run.load, orderRecipe(shop.shop, count), { port, connections, limitMs: 0, perSecond });
    await untilNoneQueued(shop.db);
    return latenciesOf(await issueTimes(shop.db, { firstId, orders: count, productId }));
  });
}
/** A call to the receiver that hangs would delay an orderly end until its time-out. */
async function withWork<Result>(
  shop: ShopDatabase,
  settings: Partial<PlatformSettings>,
  measure: (work: PlatformProcess) => Promise<Result>,
): Promise<Result> {
  const work = await shop.start('work', settings);
  try {
    return await measure(work);
  } finally {
    await work.kill();
  }
}

export async function endToEnd(
  run: SectionRun,
  shop: ShopDatabase,
  port: number,
  orders: number,
): Promise<number> {
  const before = await issuedCount(shop.db);
  const recipe = orderRecipe(shop.shop, orders);
  const running = { port, connections, limitMs: loadLimitMs, perSecond: null };
  // Signing takes time before the clock starts, in runLoad; the report says when sending began.
  const report = await runLoad(run.load, recipe, running);
  const lastAt = await untilNoneQueued(shop.db);
  const issued = (await issuedCount(shop.db)) - before;
  if (issued !== orders) throw new Error(`${issued} of ${orders} orders were issued.`);
  return orders / ((lastAt - report.startedAtMs) / 1000);
}

/** Orders that were accepted before the clock starts. */
async function fromStanding({ db, shop }: ShopDatabase, orders: number): Promise<number> {
  const startedAtMs = await placeAtOnce(db, orderAsks(shop, orders), issueBatch);
  return orders / (((await untilNoneQueued(db)) - startedAtMs) / 1000);
}

/**
 * Time, in milliseconds since the epoch, at which nothing was queued any more. `since`: nothing is older, so nobody need look at what was issued
 * before.
 */
export async function untilNoneQueued(db: Database, since = new Date(0)): Promise<number> {
  const deadline = performance.now() + issueLimitMs;
  for (;;) {
    const { rows } = await db.query<{ queued: boolean }>(
      `select exists (select from requests where state = 'queued' and due_at >= $1) as queued`,
      [since],
    );
    if (rows[0]?.queued === false) return performance.timeOrigin + performance.now();
    if (performance.now() > deadline) throw new Error('The queue did not become empty.');
    await sleep(lookEveryMs);
  }
}

async function issuedCount(db: Database): Promise<number> {
  const { rows } = await db.query<{ issued: number }>(`select count(*) as issued from certificates`);
  return rows[0]?.issued ?? 0;
}

async function loopRate({ db, keyring, shop }: ShopDatabase, orders: number): Promise<number> {
  await placeAll(db, orderAsks(shop, orders), 256);
  const { seconds, issued } = await issueAll(db, keyring, issueBatch);
  if (issued !== orders) throw new Error(`${issued} of ${orders} orders were issued.`);
  return issued / seconds;
}
