/** Normal operation, with callbacks sent and accepted, at a steady rate well below the capacity. */
import { runLoad } from '../load/load.ts';
import { startReceivers, type Arrival } from '../receivers/receivers.ts';
import type { Curve, Line, Section } from '../report/line.ts';
import { latenciesOf, latencyPoints, type Latencies } from '../report/latency.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { setCallbackUrls } from '../world/shop.ts';
import { untilNoneQueued } from './issue.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';
import { waitForCodeLines, waitingCallers } from './wait-for-code.ts';

const perSecond = 500;
const connections = 64;
const mostP99Ms = 500;
const warmUpSeconds = 2;

export async function measureIssueTime(run: SectionRun): Promise<Section> {
  const seconds = run.quick ? 6 : 20;
  const orders = seconds * perSecond;
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const shop = cleanUp.use(
    await run.world.open('issue-time', orders + warmUpSeconds * perSecond + waitingCallers),
  );
  await setCallbackUrls(shop.db, shop.shop, () => receivers.fastUrls[0] ?? '');
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());

  run.say(`issuing at ${perSecond} orders a second for ${seconds} seconds`);
  await steadily(run, shop, serve.port, warmUpSeconds * perSecond);
  const { firstId, answerP99Ms } = await steadily(run, shop, serve.port, orders);
  const productId = shop.shop.product.id;
  const committed = latenciesOf(await issueTimes(shop.db, { firstId, orders, productId }));
  const told = latenciesOf(await toldTimes(shop.db, await receivers.arrivals(), firstId));
  run.say('getCode right after makeOrder');
  const waited = await waitForCodeLines(shop, serve.port);
  return {
    lines: [...linesOf(committed, told, answerP99Ms), ...waited],
    curves: [curveOf(committed, told)],
  };
}

async function steadily(
  run: SectionRun,
  shop: ShopDatabase,
  port: number,
  orders: number,
): Promise<{ firstId: number; answerP99Ms: number }> {
  const firstId = await nextRequestId(shop.db);
  const recipe = orderRecipe(shop.shop, orders);
  const report = await runLoad(run.load, recipe, { port, connections, limitMs: 0, perSecond });
  await untilNoneQueued(shop.db);
  return { firstId, answerP99Ms: report.p99Ms };
}

/** From acceptance to the callback's arrival. */
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

const line = (what: string, value: number): Line => ({ section: 'issue-time', what, value, unit: 'ms' });

function linesOf(committed: Latencies, told: Latencies, answerP99Ms: number): Line[] {
  return [
    line(`issue time at ${perSecond}/s, p50`, committed.p50Ms),
    {
      ...line(`issue time at ${perSecond}/s, p99`, committed.p99Ms),
      aim: { details: `≤ ${mostP99Ms} ms`, met: committed.p99Ms <= mostP99Ms },
    },
    line('accepted → callback received, p50', told.p50Ms),
    line('accepted → callback received, p99', told.p99Ms),
    line('answer to makeOrder, p99', answerP99Ms),
  ];
}

function curveOf(committed: Latencies, told: Latencies): Curve {
  return {
    name: 'issue-time',
    title: `Issue time at ${perSecond} orders a second`,
    x: { label: 'milliseconds since acceptance', logarithmic: true },
    y: { label: '% of orders' },
    series: [
      { name: 'certificate committed', points: latencyPoints(committed, 1) },
      { name: 'callback received', points: latencyPoints(told, 1) },
    ],
  };
}
