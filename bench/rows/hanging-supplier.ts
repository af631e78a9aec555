/** Issue time of one supplier's products, without another supplier and with one whose every call hangs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad, startLoad, type Load } from '../load/load.ts';
import type { SimulatorTool } from '../peers/supplier-simulator.ts';
import { comparison } from '../report/comparison.ts';
import type { Line } from '../report/line.ts';
import { latenciesOf, type Latencies } from '../report/latency.ts';
import { figuresOf, interleave } from '../rounds.ts';
import { addAskedProduct } from '../world/asked-product.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { issueTimes, nextRequestId } from '../world/issue-times.ts';
import type { PoolProduct } from '../world/shop.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';
import { untilNoneOpen } from './supplier-orders.ts';

const perSecond = 100;
const connections = 32;
const hangSeconds = 30;
/** Longer than the supplier hangs, so that each of its calls stays open as long as possible. */
const timeoutMs = 40_000;
/** By then all calls to the hanging supplier are in flight. */
const aheadMs = 1000;
const warmUpSeconds = 2;
const mostTimes = 1.2;

export async function hangingSupplierLines(run: SectionRun, simulator: SimulatorTool): Promise<Line[]> {
  const url = await simulator.ask('listen', null);
  await simulator.ask('hang', { key: 'hanging', seconds: hangSeconds });
  await using cleanUp = new AsyncDisposableStack();
  const otherLoad = startLoad();
  cleanUp.defer(() => otherLoad.stop());
  const middles: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const round = async (name: 'alone' | 'beside'): Promise<number> => {
    const { p50Ms, p99Ms } = await measureRound(run, url, name === 'beside' ? otherLoad : null);
    middles[name].push(p50Ms);
    return p99Ms;
  };
  run.say('issue time by API: without and with a supplier that hangs in turn');
  const tails = await interleave(run.quick ? 1 : 3, {
    alone: () => round('alone'),
    beside: () => round('beside'),
  });
  const without = 'without the other supplier';
  return [
    comparison(
      { ...ours('p50'), figures: figuresOf(middles.beside) },
      { what: without, figures: figuresOf(middles.alone) },
    ),
    comparison(
      { ...ours('p99'), figures: tails.beside },
      { what: without, figures: tails.alone },
      (ratio) => ({
        details: `≤ ${mostTimes}×`,
        met: ratio <= mostTimes,
      }),
    ),
  ];
}

const ours = (share: string) => ({
  section: 'suppliers',
  what: `issue time by API at ${perSecond}/s while another supplier hangs, ${share}`,
  unit: 'ms',
});

/** A fresh database and fresh processes, so that hanging calls of the previous round have no effect. */
async function measureRound(run: SectionRun, url: string, hangingLoad: Load | null): Promise<Latencies> {
  const orders = (run.quick ? 5 : 12) * perSecond;
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('hanging-supplier', 0));
  const quick = await addAskedProduct(shop, {
    supplier: 'Быстрый',
    supplierUrl: `${url}/rest/quick`,
    timeoutMs,
  });
  const slow = await addAskedProduct(shop, {
    supplier: 'Зависший',
    supplierUrl: `${url}/rest/hanging`,
    timeoutMs,
  });
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  // An orderly shutdown would wait for the calls that hang.
  cleanUp.defer(() => work.kill());

  const order = (load: Load, product: PoolProduct, count: number) =>
    runLoad(load, orderRecipe({ ...shop.shop, product }, count), {
      port: serve.port,
      connections,
      limitMs: 0,
      perSecond,
    });
  await order(run.load, quick, warmUpSeconds * perSecond);
  await untilNoneOpen(shop.db, quick.id);
  const firstId = await nextRequestId(shop.db);
  const hanging = hangingLoad === null ? null : order(hangingLoad, slow, orders);
  hanging?.catch(() => {});
  if (hanging !== null) await sleep(aheadMs);
  await order(run.load, quick, orders);
  await untilNoneOpen(shop.db, quick.id);
  await hanging;
  await checkHung(shop, slow, hanging === null ? 0 : orders);
  return latenciesOf(await issueTimes(shop.db, { firstId, orders, productId: quick.id }));
}

/** If that supplier answered after all, or got fewer orders, the comparison would be invalid. */
async function checkHung({ db }: ShopDatabase, slow: PoolProduct, orders: number): Promise<void> {
  const { rows } = await db.query<{ waiting: number }>(
    `select count(*) as waiting from requests where product_id = $1 and state = 'obtaining'`,
    [slow.id],
  );
  const waiting = rows[0]?.waiting ?? 0;
  if (waiting !== orders) throw new Error(`${waiting} of ${orders} orders wait for the supplier that hangs.`);
}
