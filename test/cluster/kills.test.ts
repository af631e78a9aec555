/** Servers of a cluster are killed at any moment under load: nothing is lost, nothing is doubled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../src/platform/cells/merge.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { citusServers, hasCitus } from '../support/citus-servers.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { DebianServer } from '../support/debian-postgres.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { stubbornOrders } from './stubborn-orders.ts';

/** How often, a server at a time. */
const kills = Number(process.env['FACEVALUE_TEST_KILLS'] ?? 2);
const codesForAll = 20_000;
/** Whatever else the machine does. */
const patienceMs = 240_000;
const ordersBetween = 3;
/** `verify` reads all that there is. */
const verifyEach = 10;

test(
  `${kills} times a server is killed, and orders go on`,
  { skip: hasCitus() ? false : 'Citus is not installed', timeout: (kills + 2) * patienceMs },
  async (t) => {
    await using cluster = await citusServers(2);
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
      platform: { url: platform.ready.baseUrl, finish: () => waitForTheEnd(world) },
      lanes: 3,
    });
    await orders.untilMore(ordersBetween);

    for (let kill = 1; kill <= kills; kill += 1) {
      await killAndStart(cluster.servers[kill % cluster.servers.length] as DebianServer);
      await orders.untilMore(ordersBetween);
      assert.ok(platform.isAlive(), platform.said());
      if (kill % verifyEach === 0) await assertProof(world);
    }

    const placed = await orders.assertWhole();
    await assertProof(world);
    t.diagnostic(
      `${kills} kills, ${placed} orders, ${orders.refused().length} answers that were asked for again`,
    );
    await platform.kill('SIGTERM');
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

async function waitForTheEnd(world: TestWorld): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let left = 1; left > 0; await sleep(100)) {
    left = await counted(world.ctx, async ({ db }) => {
      const { rows } = await db.query<{ left: number }>(
        `select (select count(*) from requests where ended_at is null)
           + (select count(*) from deliveries where state = 'due')
           + (select count(*) from callbacks where state = 'due')
           + (select count(*) from dealt_codes) as left`,
      );
      return rows[0]?.left ?? 0;
    });
    assert.ok(performance.now() < deadline, `${left} things are left undone`);
  }
}

async function assertProof({ ctx }: TestWorld): Promise<void> {
  const { checks } = await verifyCells(ctx, () => {});
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  );
}
