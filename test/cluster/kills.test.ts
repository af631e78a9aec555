/** Servers of a cluster are killed at any moment under load: nothing is lost, nothing is doubled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { startPlatform, type PlatformProcess } from '../crash/platform-process.ts';
import { citusIsMissing, citusServers } from '../support/citus-servers.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { DebianServer } from '../support/debian-postgres.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { stubbornOrders } from './stubborn-orders.ts';

/** How often, a server at a time. */
const kills = Number(process.env['FACEVALUE_TEST_KILLS'] ?? 2);
const codesForAll = 1000 + 200 * kills;
/** Whatever else the machine does. */
const patienceMs = 240_000;
const ordersBetween = 3;
/** `verify` reads all that there is. */
const verifyEach = 10;

test(
  `${kills} times a server is killed, and orders go on`,
  { skip: citusIsMissing(), timeout: (kills + 2) * patienceMs },
  async (t) => {
    await using cluster = await citusServers(2);
    // At its end it is verified.
    await using world = await testWorld(
      {
        FACEVALUE_TEST_WORLDS: 'citus',
        FACEVALUE_TEST_CITUS: cluster.url,
        FACEVALUE_TEST_CELLS: '4',
      },
      new Date().toISOString(),
    );
    const products = [await world.product(), await world.product({ scheme: 'platform' })];
    await world.pool(products[0] as TestProduct, 500, codesForAll);
    await using platform = await startPlatform({
      DATABASE_URL: world.databaseUrl,
      FACEVALUE_SMTP_URL: world.mail.url,
    });
    const orders = await stubbornOrders(world, {
      products,
      platform: { url: platform.ready.baseUrl, finish: () => finishFor(platform, world) },
      lanes: 3,
    });
    await orders.untilMore(ordersBetween);

    for (let kill = 1; kill <= kills; kill += 1) {
      await killAndStart(cluster.servers[kill % cluster.servers.length] as DebianServer);
      await orders.untilMore(ordersBetween);
      assert.ok(platform.isAlive(), platform.said());
      if (kill % verifyEach > 0 || kill === kills) continue;
      await assertProof(world);
      process.stderr.write(`${kill} of ${kills} kills; ${orders.accepted()} orders accepted\n`);
    }

    const placed = await orders.assertWhole();
    t.diagnostic(
      `${kills} kills, ${placed} orders, ${orders.refused().length} answers that were asked for again`,
    );
  },
);

const mostBeforeMs = 1000;
const mostDownMs = 500;

async function killAndStart(server: DebianServer): Promise<void> {
  await sleep(Math.random() * mostBeforeMs);
  await server.kill();
  await sleep(Math.random() * mostDownMs);
  await server.start();
}

/** Another process does what is left, also what is to be tried again later. */
async function finishFor(platform: PlatformProcess, world: TestWorld): Promise<void> {
  assert.equal(await platform.kill('SIGTERM'), null);
  world.clock.forward('1 h');
  await world.settle();
}

async function assertProof({ ctx }: TestWorld): Promise<void> {
  const { checks } = await verifyCells(ctx, () => {});
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
}
