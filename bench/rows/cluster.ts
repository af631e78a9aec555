/** The section `cluster`: processor time an order on one, two and four nodes of Citus, beside plain PostgreSQL 15. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { spreadDatabase } from '../../test/support/citus-database.ts';
import { citusIsMissing, citusServers } from '../../test/support/citus-servers.ts';
import { debianServer, postgresFolder } from '../../test/support/debian-postgres.ts';
import { runLoad } from '../load/load.ts';
import { startReceivers } from '../receivers/receivers.ts';
import type { Curve, Line, Section } from '../report/line.ts';
import { faceRoubles, openCelledShop, type CelledShop } from '../world/celled-shop.ts';
import { processorTime } from '../world/processor-time.ts';
import {
  aboveRest,
  curveOf,
  idleLines,
  nodeCounts,
  orderLines,
  plainName,
  totalOf,
  type FoundIdle,
  type FoundOrders,
  type Spent,
  type SpentIdle,
  type SpentOnOrders,
} from './cluster-lines.ts';
import type { SectionRun } from './section-run.ts';

const cells = 8;
const sizes = {
  whole: { rounds: 5, orders: 4000, restSeconds: 5, idleRounds: 3, idleSeconds: 20 },
  quick: { rounds: 1, orders: 4000, restSeconds: 5, idleRounds: 1, idleSeconds: 15 },
};
/**
 * The first orders meet connections that are not open yet, each of which reads what Citus knows of the tables: many at once would be refused.
 * Before it is measured each process has opened as many as it will need.
 */
const warmUps = [
  { orders: 1000, connections: 4 },
  { orders: 1000, connections: 32 },
  { orders: 2000, connections: 128 },
];
const measuredConnections = 128;
const loadLimitMs = 120_000;
const endLimitMs = 120_000;
const lookEveryMs = 250;
/** What is measured apart. */
const kinds = [
  { what: 'processor time an order', productOf: ({ madeId }: CelledShop) => madeId },
  { what: 'processor time an order from a pool', productOf: ({ pooledId }: CelledShop) => pooledId },
] as const;
type Kind = (typeof kinds)[number];
/** What a process does once after its start. */
const startedMs = 5000;
/** As in production; the tests do not wait for the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
/** As Citus has it: in the tests each database asks every second, at each node, whether a two-phase commit was left. */
const recovering = { 'citus.recover_2pc_interval': '60s' };

/**
 * All servers stand on this machine and share its cores, so rates say nothing: what is compared is processor time an order, of the
 * platform and of all servers. Orders come over HTTP, are issued with numbers of the platform, or from a pool, and called back; the contestants follow each other in turn.
 */
export async function measureCluster(run: SectionRun): Promise<Section> {
  const missing = citusIsMissing();
  if (missing !== false) throw new Error(`no cluster here: ${missing}`);
  const size = sizes[run.quick ? 'quick' : 'whole'];
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  // As many again stay, or the last orders would wait for the last codes of other cells.
  const inRound = warmUps.reduce((sum, { orders }) => sum + orders, size.orders);
  const codes = 2 * inRound * size.rounds;
  const shops = await openAll(run, cleanUp, { callbackUrl: receivers.fastUrls[0] ?? '', codes });
  const lines: Line[] = [];
  const curves: Curve[] = [];
  for (const kind of kinds) {
    const orders = await ordersOfKind(run, { shops, size, kind });
    lines.push(...orderLines(orders, kind.what));
    curves.push(curveOf(orders, kind.what));
  }
  return { lines: [...lines, ...idleLines(await idleOf(run, shops, size))], curves };
}

type Size = (typeof sizes)['whole'];

interface Round {
  shops: CelledShop[];
  size: Size;
  kind: Kind;
}

async function ordersOfKind(run: SectionRun, { shops, size, kind }: Round): Promise<FoundOrders[]> {
  const spent = await inTurn(shops, size.rounds, (shop, round) => {
    run.say(`${kind.what} on ${shop.name}, round ${round} of ${size.rounds}`);
    return ordersOn(run, shop, { ...size, productId: kind.productOf(shop) });
  });
  return spent.map(({ name, rounds }) => ({ name, totals: rounds.map(totalOf), rounds }));
}

/** One measurement scatters by a quarter, so each is measured in several rounds. */
async function idleOf(run: SectionRun, shops: CelledShop[], size: Size): Promise<FoundIdle[]> {
  const spent = await inTurn(shops, size.idleRounds, (shop, round) => {
    run.say(`idle work on ${shop.name}, round ${round} of ${size.idleRounds}`);
    return idleOn(shop, size.idleSeconds);
  });
  return spent.map(({ name, rounds }) => ({ name, totals: rounds.map(aboveRest), rounds }));
}

/** Every second round in the opposite order. */
async function inTurn<One>(
  shops: CelledShop[],
  count: number,
  measure: (shop: CelledShop, round: number) => Promise<One>,
): Promise<{ name: string; rounds: One[] }[]> {
  const found = shops.map(({ name }) => ({ name, rounds: [] as One[] }));
  for (let round = 1; round <= count; round += 1) {
    const turns = shops.map((shop, place) => ({ shop, rounds: found[place]?.rounds }));
    for (const { shop, rounds } of round % 2 === 1 ? turns : turns.toReversed())
      rounds?.push(await measure(shop, round));
  }
  return found;
}

async function openAll(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  ask: { callbackUrl: string; codes: number },
): Promise<CelledShop[]> {
  run.say('starting the servers');
  const folder = cleanUp.use(postgresFolder());
  const server = await debianServer(folder, {
    settings: {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '300',
      ...durable,
    },
  });
  await server.start();
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  const db = openDatabase(url, { connections: 2, name: 'facevalue bench' });
  await migrate(db, systemClock.now());
  await db.end();
  const shops = [cleanUp.use(await openCelledShop({ ...ask, name: plainName, url, servers: [server] }))];
  const citus = cleanUp.use(await citusServers(Math.max(...nodeCounts), { ...durable, ...recovering }));
  for (const nodes of nodeCounts) {
    const name = `${cells} cells on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
    run.say(`tables of ${name}`);
    const database = cleanUp.use(await spreadDatabase({ nodes, at: citus.url, cells }));
    const servers = citus.servers.slice(0, nodes + 1);
    shops.push(cleanUp.use(await openCelledShop({ ...ask, name, url: database.url, servers })));
  }
  return shops;
}

async function ordersOn(
  run: SectionRun,
  shop: CelledShop,
  { orders, restSeconds, productId }: Size & { productId: number },
): Promise<SpentOnOrders> {
  await using cleanUp = new AsyncDisposableStack();
  const [serve, work] = [await shop.start('serve'), await shop.start('work')];
  cleanUp.defer(() => serve.stop());
  cleanUp.defer(() => work.stop());
  const place = async (count: number, at: number): Promise<void> => {
    const { signers: clients } = shop;
    const recipe = { cmd: 'makeOrder' as const, count, clients, productId, faceRoubles };
    await runLoad(run.load, recipe, {
      port: serve.port,
      connections: at,
      limitMs: loadLimitMs,
      perSecond: null,
    });
    await untilFinished(shop);
  };
  for (const warmUp of warmUps) await place(warmUp.orders, warmUp.connections);
  const pids = { serve: serve.pid, work: work.pid };
  const beganMs = performance.now();
  const spent = await spentBy(shop, pids, () => place(orders, measuredConnections));
  const seconds = (performance.now() - beganMs) / 1000;
  const rest = perUnit(await spentBy(shop, pids, () => sleep(restSeconds * 1000)), restSeconds);
  const coordinator = (spent.servers[0] ?? 0) - (rest.servers[0] ?? 0) * seconds;
  return { ...perUnit(spent, orders), coordinatorAboveRest: coordinator / orders };
}

/** Processor time a second: of the servers before `work` is there, and of all while it has nothing to do. */
async function idleOn(shop: CelledShop, seconds: number): Promise<SpentIdle> {
  const during = () => sleep(seconds * 1000);
  const rest = perUnit(await spentBy(shop, {}, during), seconds);
  const work = await shop.start('work');
  try {
    await sleep(startedMs);
    const spent = perUnit(await spentBy(shop, { work: work.pid }, during), seconds);
    return { ...spent, atRest: totalOf(rest) };
  } finally {
    await work.stop();
  }
}

async function untilFinished(shop: CelledShop): Promise<void> {
  const deadline = performance.now() + endLimitMs;
  while ((await shop.unfinished()) > 0) {
    if (performance.now() > deadline) throw new Error(`Orders on ${shop.name} did not end.`);
    await sleep(lookEveryMs);
  }
}

async function spentBy(
  { servers }: CelledShop,
  platform: { serve?: number; work?: number },
  action: () => Promise<unknown>,
): Promise<Spent> {
  const pids = { ...platform, ...Object.fromEntries(servers.map((server, place) => [place, server.pid()])) };
  const used = await processorTime<string>(pids, async () => {
    await action();
  });
  if (used === null) throw new Error('This system does not count processor time.');
  const of = (name: string | number): number => used[name] ?? 0;
  return { serve: of('serve'), work: of('work'), servers: servers.map((_, place) => of(place)) };
}

const perUnit = ({ serve, work, servers }: Spent, units: number): Spent => ({
  serve: serve / units,
  work: work / units,
  servers: servers.map((one) => one / units),
});
