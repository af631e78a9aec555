/** Cells move between the nodes of a real cluster while orders run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { moveCell } from '../../src/platform/cells/move-cell.ts';
import { readNodes } from '../../src/platform/cells/nodes.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { stubbornOrders } from './stubborn-orders.ts';

/** However long the copy takes. */
const mostPauseMs = 60_000;

test('a cell moves there and back, and no order is lost or doubled', { skip: withoutCitus }, async (t) => {
  await using world = await clusterWorld();
  const db = openDatabase(world.databaseUrl, { connections: 4, name: 'facevalue test' });
  const orders = await stubbornOrders(world);
  await orders.untilMore(20);
  const [one, other] = await readNodes(db);
  assert.ok(one !== undefined && other !== undefined);
  const [cell = 0] = one.cells;
  const tookMs: number[] = [];
  for (const to of [other, one]) {
    const beganMs = performance.now();
    await moveCell(db, cell, to);
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
  // While the cell is copied orders go on.
  assert.ok(pauseMs < Math.min(Math.max(...tookMs), mostPauseMs), `no order for ${pauseMs} ms`);
});
