/** The section `cluster`: processor time an order on one, two and four nodes of Citus, beside plain PostgreSQL 15. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { spreadDatabase } from '../../test/support/citus-database.ts';
import { citusServers, hasCitus } from '../../test/support/citus-servers.ts';
import { debianServer, postgresFolder } from '../../test/support/debian-postgres.ts';
import { runLoad } from '../load/load.ts';
import { startReceivers } from '../receivers/receivers.ts';
import type { Curve, Line, Section } from '../report/line.ts';
import { figuresOf } from '../rounds.ts';
import { faceRoubles, openCelledShop, type CelledShop } from '../world/celled-shop.ts';
import { processorTime } from '../world/processor-time.ts';
import type { SectionRun } from './section-run.ts';

const section = 'cluster';
const plainName = 'plain PostgreSQL 15';
const nodeCounts = [1, 2, 4] as const;
const cells = 8;
const sizes = {
  whole: { rounds: 3, orders: 8000, warmUp: 2000, idleSeconds: 30 },
  quick: { rounds: 1, orders: 4000, warmUp: 2000, idleSeconds: 15 },
};
/** The first orders meet connections that are not open yet, each of which reads what Citus knows of the tables: many at once would be refused. */
const connections = { warmUp: 4, measured: 128 };
const loadLimitMs = 120_000;
const endLimitMs = 120_000;
const lookEveryMs = 250;
/** What a process does once after its start. */
const startedMs = 5000;
const most = { ofPlain: 1.5, fourOfOne: 1.15, coordinatorMicroseconds: 20, idleOfPlain: 2 };
/** As in production; the tests do not wait for the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
/** As Citus has it: in the tests each database asks every second, at each node, whether a two-phase commit was left. */
const recovering = { 'citus.recover_2pc_interval': '60s' };

/** Microseconds of processor time, by process; those of servers in their order, a coordinator first. */
interface Spent {
  serve: number;
  work: number;
  servers: number[];
}

/**
 * All servers stand on this machine and share its cores, so rates say nothing: what is compared is processor time an order, of the
 * platform and of all servers. Orders come over HTTP, are issued with numbers of the platform and called back; the contestants follow each other in turn.
 */
export async function measureCluster(run: SectionRun): Promise<Section> {
  if (!hasCitus()) throw new Error('cluster needs root, and Debian’s PostgreSQL 15 with Citus.');
  const size = sizes[run.quick ? 'quick' : 'whole'];
  await using cleanUp = new AsyncDisposableStack();
  const receivers = await startReceivers({ fast: 1, hanging: 0 });
  cleanUp.defer(() => receivers.stop());
  const shops = await openAll(run, cleanUp, { callbackUrl: receivers.fastUrls[0] ?? '' });
  const spent = new Map<string, Spent[]>(shops.map(({ name }) => [name, []]));
  for (let round = 0; round < size.rounds; round += 1) {
    for (const shop of round % 2 === 0 ? shops : shops.toReversed()) {
      run.say(`orders on ${shop.name}, round ${round + 1} of ${size.rounds}`);
      spent.get(shop.name)?.push(await ordersOn(run, shop, size));
    }
  }
  const idle = new Map<string, Spent>();
  for (const shop of shops) {
    run.say(`idle work on ${shop.name}`);
    idle.set(shop.name, await idleOn(shop, size.idleSeconds));
  }
  const orders = [...spent].map(([name, rounds]): Found => ({ name, totals: rounds.map(totalOf), rounds }));
  const idles = [...idle].map(([name, one]): Found => ({ name, totals: [totalOf(one)], rounds: [one] }));
  return { lines: [...orderLines(orders), ...idleLines(idles)], curves: [curveOf(orders)] };
}

async function openAll(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  ask: { callbackUrl: string },
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
  { orders, warmUp }: { orders: number; warmUp: number },
): Promise<Spent> {
  await using cleanUp = new AsyncDisposableStack();
  const [serve, work] = [await shop.start('serve'), await shop.start('work')];
  cleanUp.defer(() => serve.stop());
  cleanUp.defer(() => work.stop());
  const place = async (count: number, at: number): Promise<void> => {
    const { signers: clients, productId } = shop;
    const recipe = { cmd: 'makeOrder' as const, count, clients, productId, faceRoubles };
    await runLoad(run.load, recipe, {
      port: serve.port,
      connections: at,
      limitMs: loadLimitMs,
      perSecond: null,
    });
    await untilFinished(shop);
  };
  await place(warmUp, connections.warmUp);
  const spent = await spentBy(shop, { serve: serve.pid, work: work.pid }, () =>
    place(orders, connections.measured),
  );
  return perUnit(spent, orders);
}

/** Processor time a second. */
async function idleOn(shop: CelledShop, seconds: number): Promise<Spent> {
  const work = await shop.start('work');
  try {
    await sleep(startedMs);
    return perUnit(await spentBy(shop, { work: work.pid }, () => sleep(seconds * 1000)), seconds);
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
  platform: { serve?: number; work: number },
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

const totalOf = ({ serve, work, servers }: Spent): number => serve + work + sumOf(servers);
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** What one contestant used: all together of each round, and by process. */
interface Found {
  name: string;
  totals: number[];
  rounds: Spent[];
}

const medianOf = (found: Found | undefined, figure: (one: Spent) => number): number =>
  figuresOf((found?.rounds ?? []).map(figure)).median;

function orderLines(found: readonly Found[]): Line[] {
  const what = 'processor time an order';
  const [plain, one, , four] = found;
  const clusters = found.slice(1);
  return [
    ...compared(found, { what, unit: 'µs', aim: most.ofPlain }),
    aimedLine(`${what}: four nodes beside one`, medianOf(four, totalOf), medianOf(one, totalOf)),
    ...clusters.map(({ name }, place): Line => {
      const value = medianOf(clusters[place], ({ servers }) => servers[0] ?? 0);
      const aim = {
        details: `≤ ${most.coordinatorMicroseconds} µs`,
        met: value <= most.coordinatorMicroseconds,
      };
      return { section, what: `${what}: coordinator, ${name}`, unit: 'µs', value, aim };
    }),
    ...found.flatMap((contestant) => partLines(contestant, what, contestant !== plain)),
  ];
}

function aimedLine(what: string, value: number, beside: number): Line {
  const ratio = value / beside;
  const aim = { details: `≤ ${most.fourOfOne}×`, met: ratio <= most.fourOfOne };
  return { section, what, unit: 'µs', value, beside: { what: 'one node', value: beside }, ratio, aim };
}

const idleLines = (found: readonly Found[]): Line[] =>
  compared(found, { what: 'idle work, processor time a second', unit: 'µs', aim: most.idleOfPlain });

/** Each cluster beside plain PostgreSQL, which comes first. */
function compared(
  [plain, ...clusters]: readonly Found[],
  { what, unit, aim }: { what: string; unit: string; aim: number },
): Line[] {
  const beside = medianOf(plain, totalOf);
  return clusters.map((cluster): Line => {
    const value = medianOf(cluster, totalOf);
    const ratio = value / beside;
    return {
      section,
      what: `${what}: ${cluster.name}`,
      unit,
      value,
      rounds: cluster.totals,
      beside: { what: plainName, value: beside, rounds: plain?.totals ?? [] },
      ratio,
      aim: { details: `≤ ${aim}×`, met: ratio <= aim },
    };
  });
}

const partLines = (found: Found, what: string, hasCoordinator: boolean): Line[] => {
  const parts: [string, (one: Spent) => number][] = [
    ['serve', ({ serve }) => serve],
    ['work', ({ work }) => work],
    [hasCoordinator ? 'nodes' : 'PostgreSQL', ({ servers }) => sumOf(servers.slice(hasCoordinator ? 1 : 0))],
  ];
  return parts.map(([name, figure]): Line => ({
    section,
    what: `${what}: ${found.name}, ${name}`,
    unit: 'µs',
    value: medianOf(found, figure),
  }));
};

const curveOf = ([plain, ...clusters]: readonly Found[]): Curve => ({
  name: 'cluster',
  title: 'Processor time an order, all servers and the platform',
  x: { label: 'nodes of Citus' },
  y: { label: 'µs an order' },
  series: [
    {
      name: `${cells} cells on Citus`,
      points: clusters.map((one, place) => [nodeCounts[place] ?? 0, medianOf(one, totalOf)]),
    },
    { name: plainName, points: nodeCounts.map((nodes) => [nodes, medianOf(plain, totalOf)]) },
  ],
});
