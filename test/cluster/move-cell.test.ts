/** Cells move between the nodes of a real cluster while orders run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { moveCell } from '../../src/platform/cells/move-cell.ts';
import { addressAt, readNodes, type Node } from '../../src/platform/cells/nodes.ts';
import { addressOf, openDatabase, type Database } from '../../src/platform/database/database.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { stubbornOrders } from './stubborn-orders.ts';

const readMs = 2000;

test('a cell moves there and back, and no order is lost or doubled', { skip: withoutCitus }, async (t) => {
  // The other process has the time of day.
  await using world = await clusterWorld({}, undefined, new Date().toISOString());
  const db = openDatabase(world.databaseUrl, { connections: 4, name: 'facevalue test' });
  await using platform = await startPlatform({
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_SMTP_URL: world.mail.url,
  });
  const finish = async (): Promise<void> => {
    assert.equal(await platform.kill('SIGTERM'), null);
    // For what the other process put off.
    world.clock.forward('1 h');
    await world.settle();
  };
  const orders = await stubbornOrders(world, { platform: { url: platform.ready.baseUrl, finish } });
  await orders.untilMore(20);
  const [one, other] = await readNodes(db);
  assert.ok(one !== undefined && other !== undefined);
  const [cell = 0] = one.cells;
  const tookMs: number[] = [];
  const reader = await readLongAt(db, one, cell);
  for (const to of [other, one]) {
    const beganMs = performance.now();
    const moving = moveCell(db, cell, to);
    // What the first move leaves can't be cleared up at once.
    if (to === one) await sleep(readMs).then(() => reader.end());
    await moving;
    tookMs.push(Math.round(performance.now() - beganMs));
    assert.ok((await readNodes(db)).find(({ port }) => port === to.port)?.cells.includes(cell));
    await orders.untilMore(20);
  }
  await db.end();
  const count = await orders.assertWhole();
  const waiting = orders.shops.filter(({ id }) => cellOfId(id) === cell).length;
  assert.equal(waiting, 1);
  const pauseMs = Math.round(orders.longestPauseMs());
  t.diagnostic(
    `${count} orders, moved in ${tookMs.join(' and ')} ms, longest pause ${pauseMs} ms, ${orders.refused().length} refused`,
  );
  assert.equal(platform.said(), '', 'nobody is called');
  // While the cell is copied orders go on; both take longer on a busy machine.
  assert.ok(pauseMs < Math.max(...tookMs), `no order for ${pauseMs} ms`);
});

/** Somebody who reads a table of the cell and does not end. */
async function readLongAt(db: Database, node: Node, cell: number): Promise<Client> {
  const { rows } = await db.query<{ shard: string }>(
    `select format('%s_%s', logicalrelid, shardid) as shard from pg_dist_shard where logicalrelid = $1::regclass`,
    [`cell_${cell}.accounts`],
  );
  const reader = new Client({ connectionString: addressAt(addressOf(db), node) });
  await reader.connect();
  await reader.query('begin');
  await reader.query(`select 1 from ${rows[0]?.shard} limit 1`);
  return reader;
}
