import { runLoad, startLoad, type Load, type LoadReport } from '../load/load.ts';
import type { Recipe } from '../load/signed-requests.ts';
import type { Line, Section } from '../report/line.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

/** How much more is offered than fits. */
const overloadTimes = 2;
const floodConnections = 2000;
const besidePerSecond = 20;
const besideConnections = 16;
const mostP99Ms = 3000;
const mostBesideP99Ms = 1000;
/** More than fits into the probe on any current machine. */
const probeOrders = 30_000;

/**
 * One client offers twice as much as this machine can accept and issue, at a steady rate; another places orders
 * meanwhile, and a third asks for the status of its orders.
 */
export async function measureOverload(run: SectionRun): Promise<Section> {
  const seconds = run.quick ? 10 : 60;
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('overload', run.quick ? 120_000 : 400_000));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const [orderLoad, statusLoad] = [startLoad(), startLoad()];
  cleanUp.defer(() => orderLoad.stop());
  cleanUp.defer(() => statusLoad.stop());

  run.say('how many orders fit while they are issued');
  // Compiled code and warm caches, as after a minute of service.
  await fitting(run, shop, serve.port, 3);
  const fits = await fitting(run, shop, serve.port, run.quick ? 4 : 10);
  const offered = Math.round(fits * overloadTimes);
  run.say(`${offered} orders a second offered where ${Math.round(fits)} fit, for ${seconds} seconds`);
  await Promise.all([
    run.load.ask('prepare', orderRecipe(shop.shop, offered * seconds, 1)),
    orderLoad.ask('prepare', clientRecipe(shop, 1, besidePerSecond * seconds)),
    statusLoad.ask('prepare', await statusRecipe(shop, besidePerSecond * seconds)),
  ]);
  const send = (load: Load, connections: number, perSecond: number): Promise<LoadReport> =>
    load.ask('run', { port: serve.port, connections, perSecond, limitMs: 0 });
  const [flood, other, status] = await Promise.all([
    send(run.load, floodConnections, offered),
    send(orderLoad, besideConnections, besidePerSecond),
    send(statusLoad, besideConnections, besidePerSecond),
  ]);
  return { lines: linesOf({ offered, fits, flood, other, status }), curves: [] };
}

async function fitting(
  { load }: SectionRun,
  { shop }: ShopDatabase,
  port: number,
  seconds: number,
): Promise<number> {
  const running = { port, connections: 512, limitMs: seconds * 1000, perSecond: null };
  const report = await runLoad(load, orderRecipe(shop, probeOrders, 1), running);
  return report.answered / report.seconds;
}

/** Orders of one client, by its index in the shop. */
function clientRecipe({ shop }: ShopDatabase, place: number, count: number): Recipe {
  return { ...orderRecipe(shop, count), clients: signersOf(shop).slice(place, place + 1) };
}

async function statusRecipe({ db, shop }: ShopDatabase, count: number): Promise<Recipe> {
  const { rows } = await db.query<{ id: number }>(
    `select id from requests where client_id = $1 order by id limit 1000`,
    [shop.clients[0]?.client.id],
  );
  const requests = rows.map(({ id }) => ({ client: 0, id }));
  return { cmd: 'getStatus', count, clients: signersOf(shop, 1), requests };
}

const atMost = (value: number, mostMs: number) => ({ details: `≤ ${mostMs} ms`, met: value <= mostMs });

function linesOf({
  offered,
  fits,
  flood,
  other,
  status,
}: {
  offered: number;
  fits: number;
  flood: LoadReport;
  other: LoadReport;
  status: LoadReport;
}): Line[] {
  const section = 'overload';
  const accepted = (flood.answered - flood.refused) / flood.seconds;
  const ms = (what: string, value: number, mostMs?: number): Line => ({
    section,
    what,
    value,
    unit: 'ms',
    ...(mostMs !== undefined && { aim: atMost(value, mostMs) }),
  });
  const refused = { details: 'none', met: other.refused + status.refused === 0 };
  return [
    {
      section,
      what: `accepted of ${offered} offered`,
      value: accepted,
      unit: 'orders/s',
      ratio: accepted / fits,
    },
    { section, what: 'refused with 1003', value: flood.refused / flood.seconds, unit: 'orders/s' },
    ms('accepted, median', flood.p50Ms),
    ms('accepted, p99', flood.p99Ms, mostP99Ms),
    ms('refused, p99', flood.refusalP99Ms),
    ms("another client's orders, p99", other.p99Ms, mostP99Ms),
    {
      section,
      what: 'refused of the others',
      value: other.refused + status.refused,
      unit: 'requests',
      aim: refused,
    },
    ms('getStatus, p99', status.p99Ms, mostBesideP99Ms),
  ];
}
