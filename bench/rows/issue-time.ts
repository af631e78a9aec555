/** Normal operation, with callbacks sent and accepted, at a steady rate well below the capacity. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { runLoad } from '../load/load.ts';
import { startReceivers, type Arrival, type Receivers } from '../receivers/receivers.ts';
import { latenciesOf, latencyPoints, timesLines, type Latencies } from '../report/latency.ts';
import { lineOf, type Curve, type Line, type Section } from '../report/line.ts';
import { measureInTurns, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import { setCallbackUrls } from '../world/shop.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';
import { timeOfWaiting, waitingCallers } from './wait-for-code.ts';

const section = 'issue-time';
const perSecond = 500;
const connections = 64;
const roundSeconds = 2;
const ordersOfRound = perSecond * roundSeconds;
const most = { issueP99Ms: 500, getCodeP99Ms: 30 };
const arrivalLimitMs = 60_000;
const lookEveryMs = 20;

export async function measureIssueTime(run: SectionRun): Promise<Section> {
  const rounds = roundsOf(run);
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const codes = (rounds + 1) * (ordersOfRound + waitingCallers);
  const shop = cleanUp.use(await run.world.open('issue-time', codes));
  await setCallbackUrls(shop.db, shop.shop, () => receivers.fastUrls[0] ?? '');
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());

  const steady = (): Promise<Told> => steadily(run, { shop, receivers, port: serve.port });
  await steady();
  run.say(`issuing at ${perSecond} orders a second, and getCode right after makeOrder`);
  const { told, waited } = await measureInTurns(rounds, {
    told: steady,
    waited: () => timeOfWaiting(shop, serve.port),
  });
  return { lines: linesOf(told, waited), curves: [curveOf(told)] };
}

interface Told {
  /** From acceptance to the commit of the certificate, and to the callback's arrival. */
  committed: Latencies;
  callback: Latencies;
  answerP99Ms: number;
}

interface Steady {
  shop: ShopDatabase;
  receivers: Receivers;
  port: number;
}

async function steadily(run: SectionRun, { shop, receivers, port }: Steady): Promise<Told> {
  const firstId = await nextRequestId(shop.db);
  await receivers.arrivals();
  const recipe = orderRecipe(shop.shop, ordersOfRound);
  const report = await runLoad(run.load, recipe, { port, connections, limitMs: 0, perSecond });
  await untilNoneQueued(shop.db);
  const productId = shop.shop.product.id;
  const times = await issueTimes(shop.db, { firstId, orders: ordersOfRound, productId });
  return {
    committed: latenciesOf(times),
    callback: latenciesOf(await toldTimes(shop.db, await allArrivals(receivers), firstId)),
    answerP99Ms: report.p99Ms,
  };
}

async function allArrivals(receivers: Receivers): Promise<Arrival[]> {
  const deadline = performance.now() + arrivalLimitMs;
  const arrived: Arrival[] = [];
  for (;;) {
    arrived.push(...(await receivers.arrivals()));
    if (arrived.length >= ordersOfRound) return arrived;
    if (performance.now() > deadline)
      throw new Error(`${arrived.length} of ${ordersOfRound} callbacks arrived.`);
    await sleep(lookEveryMs);
  }
}

async function toldTimes(db: Database, arrivals: Arrival[], firstId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number; accepted_at: Date }>(
    `select id, accepted_at from requests where id >= $1`,
    [firstId],
  );
  const acceptedMs = new Map(rows.map((row) => [row.id, row.accepted_at.getTime()]));
  return arrivals.flatMap(({ requestId, atMs }) => {
    const accepted = acceptedMs.get(requestId);
    return accepted === undefined ? [] : [atMs - accepted];
  });
}

const linesOf = (told: Told[], waited: Latencies[]): Line[] => [
  ...timesLines({
    section,
    what: `issue time at ${perSecond}/s`,
    rounds: told.map(({ committed }) => committed),
    most: { p99Ms: most.issueP99Ms },
  }),
  ...timesLines({
    section,
    what: 'accepted → callback received',
    rounds: told.map(({ callback }) => callback),
  }),
  lineOf({
    section,
    what: 'answer to makeOrder, p99',
    unit: 'ms',
    rounds: told.map(({ answerP99Ms }) => answerP99Ms),
  }),
  ...timesLines({
    section,
    what: 'issue → answer of a getCode that waits',
    rounds: waited,
    most: { p99Ms: most.getCodeP99Ms },
  }),
];

const curveOf = (told: Told[]): Curve => ({
  name: 'issue-time',
  title: `Issue time at ${perSecond} orders a second`,
  x: { label: 'milliseconds since acceptance', logarithmic: true },
  y: { label: '% of orders' },
  series: [
    {
      name: 'certificate committed',
      points: latencyPoints(
        told.map(({ committed }) => committed),
        1,
      ),
    },
    {
      name: 'callback received',
      points: latencyPoints(
        told.map(({ callback }) => callback),
        1,
      ),
    },
  ],
});
