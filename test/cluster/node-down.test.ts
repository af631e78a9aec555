/** A node of a cluster does not answer while programs run, and while one starts: the cells of the others are served. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { readNodes } from '../../src/platform/cells/nodes.ts';
import { openDatabase, withTime } from '../../src/platform/database/database.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { stubbornOrders } from './stubborn-orders.ts';

const patienceMs = 120_000;

/** From now on everybody finds the last node of the cluster through a proxy. */
async function throughProxy(coordinatorUrl: string) {
  const db = openDatabase(coordinatorUrl, { connections: 1, name: 'facevalue test' });
  const node = (await readNodes(db)).at(-1);
  assert.ok(node !== undefined);
  const direct = new URL(coordinatorUrl);
  direct.host = `${node.host}:${node.port}`;
  const proxy = await databaseProxy(direct.href);
  const { hostname, port } = new URL(proxy.url);
  // citus_update_node can crash the server (Citus 13.2.2).
  await db.query(
    `update pg_dist_node set nodename = $3, nodeport = $4 where nodename = $1 and nodeport = $2`,
    [node.host, node.port, hostname, Number(port)],
  );
  await withTime(db, patienceMs, (connection) =>
    connection.query(`select start_metadata_sync_to_all_nodes()`),
  );
  await db.end();
  return { proxy, cells: node.cells, host: `${hostname}:${port}` };
}

/** HTTP: come again. */
const unavailable = 503;

test(
  'without a node the other cells are served, and it comes back without a restart',
  { skip: withoutCitus },
  async (t) => {
    // Left after the world.
    await using proxies = new AsyncDisposableStack();
    let away: Awaited<ReturnType<typeof throughProxy>> | undefined;
    const prepare = async (url: string) => {
      away = await throughProxy(url);
      proxies.use(away.proxy);
      return url;
    };
    // The other process has the time of day.
    await using world = await clusterWorld({}, prepare, new Date().toISOString());
    assert.ok(away !== undefined);
    const { proxy, cells, host } = away;
    const orders = await stubbornOrders(world);
    await orders.untilMore(5);
    const [down, up] = [
      orders.shops.filter(({ id }) => cells.includes(cellOfId(id))),
      orders.shops.filter(({ id }) => !cells.includes(cellOfId(id))),
    ];
    assert.deepEqual([down.length, up.length], [2, 2]);

    proxy.dropSilently();
    proxy.dropNewOnes();
    await orders.untilMore(20, up);
    await using platform = await startPlatform({
      DATABASE_URL: world.databaseUrl,
      FACEVALUE_SMTP_URL: world.mail.url,
    });
    const there = ({ id, secret }: TestClient) =>
      testClient(platform.ready.baseUrl, { id, secret }, world.callbacks);
    const [downThere, upThere] = [down[0], up[0]].map((shop) => there(shop as TestClient)) as [
      TestClient,
      TestClient,
    ];
    assert.ok((await upThere.getBalance()) > 0);
    await assert.rejects(downThere.getBalance(), { actual: unavailable });
    assert.match(platform.said(), new RegExp(`cell (${cells.join('|')}) at ${host}`));
    await orders.untilMore(20, up);

    proxy.heal();
    await orders.untilMore(5);
    assert.ok((await downThere.getBalance()) > 0);
    assert.equal(await platform.kill('SIGTERM'), null);
    // What Citus still waits for on them would keep the database from being dropped.
    proxy.resetSilent();
    // For what the other process put off.
    world.clock.forward('1 h');
    t.diagnostic(`${await orders.assertWhole()} orders, ${orders.refused().length} refused`);
    t.diagnostic([...new Set(orders.refused().map((problem) => problem.replaceAll(/\s+/g, ' ')))].join(', '));
  },
);
