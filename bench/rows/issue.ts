/** The section `issue`: orders issued a second, beside other job queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/load.ts';
import { issueAll, orderAsks, placeAll, placeAtOnce } from '../peers/bare-loops.ts';
import { openPeer, type Peer } from '../peers/open-peer.ts';
import type { PeerName } from '../peers/peer-worker.ts';
import { startReceivers } from '../receivers/receivers.ts';
import { comparison } from '../report/comparison.ts';
import { latenciesOf, latencySection, steadySeconds } from '../report/latency.ts';
import type { Line, Section } from '../report/line.ts';
import { processorLines } from '../report/processor-lines.ts';
import { interleave, type Figures } from '../rounds.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { PlatformProcess, PlatformSettings } from '../world/platform-process.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import { setCallbackUrls } from '../world/shop.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const connections = 128;
const loadLimitMs = 60_000;
const issueLimitMs = 90_000;
const lookEveryMs = 10;
const issueBatch = 400;
const leastPerSecond = 3000;
const leastShare = 0.6;
const warmUpOrders = 3000;

interface Sizes {
  rounds: number;
  ours: number;
  graphile: number;
  pgBoss: number;
}

const wholeSizes: Sizes = { rounds: 3, ours: 12_000, graphile: 2500, pgBoss: 1200 };
const quickSizes: Sizes = { rounds: 1, ours: 6000, graphile: 1500, pgBoss: 600 };

/**
 * Orders from the first request to the last certificate. Ours arrive signed over HTTP; the peers get theirs in their
 * own process, without an API. All write the callback's row and none sends it: the receiver of our callbacks hangs, and
 * the sender has one slot. The last line measures ours with callbacks sent and accepted.
 */
export async function measureIssue(run: SectionRun): Promise<Section> {
  const sizes = run.quick ? quickSizes : wholeSizes;
  const receivers = await startReceivers({ fast: 1, hanging: 1 });
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => receivers.stop());
  const [fastUrl = '', hangingUrl = ''] = [receivers.fastUrls[0], receivers.hangingUrls[0]];

  run.say('issuing: filling the pools');
  const codes = (2 * sizes.rounds + 4) * sizes.ours + (sizes.rounds + 2) * warmUpOrders;
  const quiet = cleanUp.use(await run.world.open('issue', codes));
  await setCallbackUrls(quiet.db, quiet.shop, () => hangingUrl);
  const bare = cleanUp.use(await run.world.open('issue-bare', codes));
  await setCallbackUrls(bare.db, bare.shop, () => hangingUrl);
  const peer = async (name: PeerName, orders: number): Promise<Peer> => {
    const shop = cleanUp.use(await run.world.open(`issue-${name}`, (sizes.rounds + 1) * orders));
    await setCallbackUrls(shop.db, shop.shop, () => hangingUrl);
    return cleanUp.use(await openPeer(name, shop, run.world.masterKey));
  };
  const graphile = await peer('graphile-worker', sizes.graphile);
  const pgBoss = await peer('pg-boss', sizes.pgBoss);
  const pgBossFetching = await peer('pg-boss-fetching-50', sizes.graphile);

  const serve = await quiet.start('serve');
  cleanUp.defer(() => serve.stop());
  const held = { callbackConcurrency: 1, callbackTimeoutMs: 120_000 };
  await withWork(quiet, held, () => endToEnd(run, quiet, serve.port, warmUpOrders));

  run.say('issuing: ours, the bare loop and the peers in turn');
  const rates = await interleave(sizes.rounds, {
    standing: () => withWork(quiet, held, () => fromStanding(quiet, sizes.ours)),
    ours: () => withWork(quiet, held, () => endToEnd(run, quiet, serve.port, sizes.ours)),
    loop: () => loopRate(bare, sizes.ours),
    graphile: () => graphile.rate(sizes.graphile),
    pgBoss: () => pgBoss.rate(sizes.pgBoss),
    pgBossFetching: () => pgBossFetching.rate(sizes.graphile),
  });

  run.say('issuing: processor time');
  const processor = await processorTimes(run, quiet, serve, held, sizes.ours);

  run.say('issuing: times at a steady rate');
  const latency = await withWork(quiet, held, () => steadyIssue(run, quiet, serve.port, rates.ours.median));

  run.say('issuing with callbacks sent');
  await setCallbackUrls(quiet.db, quiet.shop, () => fastUrl);
  await quiet.db.query(`delete from callbacks`);
  // The server caches a client for a moment.
  await sleep(1500);
  const told = await withWork(quiet, {}, () => endToEnd(run, quiet, serve.port, Math.floor(sizes.ours / 2)));
  return {
    lines: [...linesOf(rates), ...processor, ...latency.lines, toldLine(told)],
    curves: latency.curves,
  };
}

function linesOf(
  rates: Record<'standing' | 'ours' | 'loop' | 'graphile' | 'pgBoss' | 'pgBossFetching', Figures>,
) {
  const ours = { section: 'issue', what: 'issued end to end', unit: 'orders/s', figures: rates.ours };
  const standing = { ...ours, what: 'accepted orders issued', figures: rates.standing };
  const loop = { what: `issueOrders by ${issueBatch}`, figures: rates.loop };
  return [
    comparison(standing, loop, times(leastShare)),
    comparison(ours, null, { details: `≥ ${leastPerSecond}/s`, met: rates.ours.median >= leastPerSecond }),
    comparison(ours, loop),
    comparison(ours, { what: 'graphile-worker, job by job', figures: rates.graphile }, times(4)),
    comparison(ours, { what: 'pg-boss, job by job', figures: rates.pgBoss }, times(10)),
    comparison(ours, { what: 'pg-boss, fetching by 50', figures: rates.pgBossFetching }),
  ];
}

const times = (least: number) => (ratio: number) => ({ details: `≥ ${least}×`, met: ratio >= least });

const toldLine = (value: number) => ({
  section: 'issue',
  what: 'issued end to end, callbacks sent',
  value,
  unit: 'orders/s',
});

/** From the request to the certificate, by process. */
const processorTimes = (
  run: SectionRun,
  shop: ShopDatabase,
  serve: PlatformProcess,
  held: Partial<PlatformSettings>,
  orders: number,
): Promise<Line[]> =>
  withWork(shop, held, (work) => {
    const pids = { serve: serve.pid, work: work.pid, PostgreSQL: run.world.server.pid };
    return processorLines({ section: 'issue', what: 'an order' }, pids, async () => {
      await endToEnd(run, shop, serve.port, orders);
      return orders;
    });
  });

/** Callbacks are held, as in the other measurements of this section; a new process has first caught up and warmed up. */
async function steadyIssue(
  run: SectionRun,
  shop: ShopDatabase,
  port: number,
  highest: number,
): Promise<Section> {
  await endToEnd(run, shop, port, warmUpOrders);
  const what = { section: 'issue', what: 'an order issued', curve: 'issue-rate-time', of: 'orders' };
  const productId = shop.shop.product.id;
  return latencySection({ ...what, highest }, async (perSecond) => {
    const [firstId, orders] = [await nextRequestId(shop.db), steadySeconds(run.quick) * perSecond];
    await runLoad(run.load, orderRecipe(shop.shop, orders), { port, connections, limitMs: 0, perSecond });
    await untilNoneQueued(shop.db);
    return latenciesOf(await issueTimes(shop.db, { firstId, orders, productId }));
  });
}

async function withWork<Result>(
  shop: ShopDatabase,
  settings: Partial<PlatformSettings>,
  measure: (work: PlatformProcess) => Promise<Result>,
): Promise<Result> {
  const work = await shop.start('work', settings);
  try {
    return await measure(work);
  } finally {
    await work.stop();
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

/** Orders that were accepted before the clock starts, by a process that has issued others before. */
async function fromStanding({ db, shop }: ShopDatabase, orders: number): Promise<number> {
  await placeAtOnce(db, orderAsks(shop, warmUpOrders), issueBatch);
  await untilNoneQueued(db);
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
