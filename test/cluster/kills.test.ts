/**
 * Servers of a cluster freeze and die under load: orders of all others go on, whoever asks hears what was not reached, and in the end
 * nothing is lost and nothing is doubled.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { readNodes } from '../../src/platform/cells/nodes.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { startPlatform, testMasterKey, type PlatformProcess } from '../crash/platform-process.ts';
import { balancer, hasBalancer } from '../support/balancer.ts';
import { citusIsMissing, citusServers, type CitusServers } from '../support/citus-servers.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { DebianServer } from '../support/debian-postgres.ts';
import { runMain } from '../support/run-main.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { stubbornOrders, type StubbornOrders } from './stubborn-orders.ts';

/** How often besides, a server at a time and at any moment. */
const kills = Number(process.env['FACEVALUE_TEST_KILLS'] ?? 1);
const codesForAll = 5000 + 200 * kills;
/** Whatever else the machine does. */
const patienceMs = 240_000;
const ordersBetween = 3;
/** `verify` reads all that there is. */
const verifyEach = 10;
const soldOut = 3601;
const [partExit, failExit] = [3, 1];
/** Servers of tests do not wait for the disk, and their letters have an example as sender. */
const ofTests = ['database-unsafe', 'sender-example'];

interface Told {
  code: number | null;
  clients?: { id: number }[];
  loads?: { cell: number }[];
  checks?: { name: string; lines?: { level: string; is: string; cells?: number[] }[] }[];
  unreached?: { node: string; cells: number[] }[];
}

const options = { skip: citusIsMissing(), timeout: (kills + 6) * patienceMs };

describe('servers of a cluster freeze and die', options, () => {
  const left = new AsyncDisposableStack();
  let cluster: CitusServers;
  let world: TestWorld;
  let platform: PlatformProcess;
  let orders: StubbornOrders;
  let scarce: TestProduct;
  let cellsDown: number[];
  /** Who orders all the time on the other nodes than the last one. */
  let up: TestClient[];
  /** Clients of whom no other test orders: on the last node, and on the others. */
  let ill: TestClient[];
  let healthy: TestClient[];

  before(async () => {
    cluster = left.use(await citusServers(2));
    const onCluster = { FACEVALUE_TEST_WORLDS: 'citus', FACEVALUE_TEST_CITUS: cluster.url };
    world = await testWorld({ ...onCluster, FACEVALUE_TEST_CELLS: '4' }, new Date().toISOString());
    const products = [await world.product(), await world.product({ scheme: 'platform' })];
    await world.pool(products[0] as TestProduct, 500, codesForAll);
    scarce = await world.product();
    platform = await startPlatform(settingsOf());
    const url = hasBalancer()
      ? left.use(await balancer([platform.ready.baseUrl])).url
      : platform.ready.baseUrl;
    await until(
      'somebody serves',
      async () => (await fetch(`${url}/healthz`).catch(() => null))?.status === 200,
    );
    orders = await stubbornOrders(world, { products, platform: { url, finish } });
    await orders.untilMore(ordersBetween);
    cellsDown = (await readNodes(world.ctx.db)).at(-1)?.cells ?? [];
    const isDown = ({ id }: TestClient): boolean => cellsDown.includes(cellOfId(id));
    up = orders.shops.filter((shop) => !isDown(shop));
    const askers: TestClient[] = [];
    while (askers.length < orders.shops.length)
      askers.push(at(url, await world.client({ callbackUrl: null })));
    [ill, healthy] = [askers.filter(isDown), askers.filter((shop) => !isDown(shop))];
    assert.deepEqual([ill.length, healthy.length, up.length], [2, 2, 2]);
  });
  after(async () => {
    await platform[Symbol.asyncDispose]();
    // At its end it is verified.
    await world[Symbol.asyncDispose]();
    await left.disposeAsync();
  });

  const settingsOf = (): Record<string, string> => ({
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_SMTP_URL: world.mail.url,
    FACEVALUE_OPERATOR_TOKEN: 'operator-token',
  });

  const server = (nth: number): DebianServer => cluster.servers.at(nth) as DebianServer;

  async function run(...args: string[]): Promise<Told> {
    const settings = { ...settingsOf(), FACEVALUE_MASTER_KEY: testMasterKey.toString('base64') };
    const { code, out, err } = await runMain([...args, '--json'], settings);
    assert.match(out, /^\{/, err);
    return { ...(JSON.parse(out) as Told), code };
  }

  /** By itself, past the balancer. */
  const at = (baseUrl: string, { id, secret }: TestClient): TestClient =>
    testClient(baseUrl, { id, secret }, world.callbacks);

  /** What was away is left alone for some seconds. */
  async function untilUnreached(parts: readonly string[]): Promise<void> {
    const headers = { authorization: 'Bearer operator-token' };
    await until(`metrics do not reach ${parts.join()}`, async () => {
      const body = await (await fetch(`${platform.ready.baseUrl}/metrics`, { headers })).text();
      assert.match(body, /^facevalue_queue_depth/m);
      const named = [...body.matchAll(/^facevalue_unreached\{part="(.+)"\} 1$/gm)];
      return named.map(([, part]) => part).join() === parts.join();
    });
  }

  /** Commands and metrics answer for the others, and name the last node. */
  async function assertNamed(): Promise<void> {
    const named = [{ node: `127.0.0.1:${server(-1).port}`, cells: cellsDown }];
    const [list, ...others] = await Promise.all(
      [['client', 'list'], ['verify'], ['cluster', 'show', '--seconds', '2']].map((args) => run(...args)),
    );
    for (const { code, unreached } of [list as Told, ...others])
      assert.deepEqual([code, unreached], [partExit, named]);
    assert.deepEqual(
      list?.clients?.map(({ id }) => id),
      ids([...up, ...healthy]),
    );
    const doctor = await run('doctor');
    const lines = doctor.checks?.find(({ name }) => name === 'database')?.lines ?? [];
    assert.deepEqual(
      lines.filter(({ is }) => is.startsWith('node-')).map(({ is, cells }) => [is, cells?.join()]),
      [
        ['node-there', cellsOf(up)],
        ['node-away', cellsDown.join()],
      ],
    );
    assert.equal(doctor.code, failExit);
    await untilUnreached(cellsDown.map((cell) => `cell ${cell}`));
  }

  test('the doctor finds nothing wrong with a cluster that is well, and nothing is missing', async () => {
    const { checks = [] } = await run('doctor');
    const wrong = checks.flatMap(({ name, lines = [] }) =>
      lines.flatMap(({ level, is }) => (level === 'fail' && !ofTests.includes(is) ? [[name, is]] : [])),
    );
    assert.deepEqual(wrong, []);
    const list = await run('client', 'list');
    assert.deepEqual([list.code, list.unreached], [0, undefined]);
  });

  test('a frozen node stalls nobody, and processes start without it', async () => {
    server(-1).freeze();
    await assertNamed();
    await orders.untilMore(ordersBetween, up);
    const other = await startPlatform(settingsOf());
    const [one, away] = [healthy[0], ill[0]].map((shop) => at(other.ready.baseUrl, shop as TestClient));
    assert.equal(await codeOf(one, scarce), soldOut);
    await assert.rejects(codeOf(away, scarce), { actual: 503 });
    assert.match(other.said(), new RegExp(`cell ${cellsDown[0]} at 127.0.0.1:${server(-1).port}`));
    server(-1).thaw();
    await orders.untilMore(ordersBetween);
    assert.ok(((await away?.getBalance()) ?? 0) > 0);
    assert.equal(await other.kill('SIGTERM'), null);
  });

  test('without a node what is sold out is sold out, and its clients are told to come again', async () => {
    await server(-1).kill();
    await untilUnreached(cellsDown.map((cell) => `cell ${cell}`));
    assert.equal((await run('verify')).code, partExit);
    assert.equal(await codeOf(healthy[0], scarce), soldOut);
    await assert.rejects(codeOf(ill[0], scarce), { actual: 503 });
    await orders.untilMore(ordersBetween, up);
    await server(-1).start();
    await orders.untilMore(ordersBetween);
    await untilUnreached([]);
  });

  test('without the coordinator the balancer keeps the process, and codes go where they are ordered', async () => {
    await world.pool(scarce, 500, 4);
    await server(0).kill();
    await untilUnreached(['centre']);
    const answers: (number | undefined)[] = [];
    for (const shop of [...healthy, ...ill, ...healthy]) answers.push(await codeOf(shop, scarce));
    assert.deepEqual(answers, [undefined, undefined, undefined, undefined, soldOut, soldOut]);
    await orders.untilMore(ordersBetween);
    await server(0).start();
  });

  test(`${kills} times besides a server is killed`, async (t) => {
    for (let kill = 1; kill <= kills; kill += 1) {
      await killAndStart(server(kill % cluster.servers.length));
      await orders.untilMore(ordersBetween);
      assert.ok(platform.isAlive(), platform.said());
      if (kill % verifyEach > 0) continue;
      await assertProof();
      process.stderr.write(`${kill} of ${kills} kills; ${orders.accepted()} orders accepted\n`);
    }
    assert.equal((await run('verify')).code, 0);
    const placed = await orders.assertWhole();
    t.diagnostic(`${placed} orders, ${orders.refused().length} answers that were asked for again`);
  });

  /** Another process does what is left, also what is to be tried again later. */
  async function finish(): Promise<void> {
    assert.equal(await platform.kill('SIGTERM'), null);
    world.clock.forward('1 h');
    await world.settle();
  }

  async function assertProof(): Promise<void> {
    const { checks } = await verifyCells(world.ctx, () => {});
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
  }
});

const ids = (shops: readonly TestClient[]): number[] =>
  shops.map(({ id }) => id).toSorted((one, other) => one - other);
const cellsOf = (shops: readonly TestClient[]): string => ids(shops).map(cellOfId).join();

/** Of the API: come again. */
const tooMany = 1003;

/** The error that the order gets, if any; on a busy machine it is asked for more than once. */
async function codeOf(shop: TestClient | undefined, product: TestProduct): Promise<number | undefined> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const asked = { product_id: product.id, face: 500, delivery_type: 'code' };
    const code = (await shop?.call('makeOrder', asked))?.error?.code;
    if (code !== tooMany || performance.now() > deadline) return code;
    await sleep(againMs);
  }
}

const againMs = 100;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `waits until ${what}`);
    await sleep(againMs);
  }
}

const mostBeforeMs = 1000;
const mostDownMs = 500;

async function killAndStart(server: DebianServer): Promise<void> {
  await sleep(Math.random() * mostBeforeMs);
  await server.kill();
  await sleep(Math.random() * mostDownMs);
  await server.start();
}
