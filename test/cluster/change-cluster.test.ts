/** The commands that change a real cluster: a node is added, and cells are moved to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNodes } from '../../src/platform/cells/nodes.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { citusDatabase, unusedNode, withoutCitus } from '../support/citus-database.ts';
import { runMain } from '../support/run-main.ts';

test('cells move to a node that is added later, and their ids go on', { skip: withoutCitus }, async () => {
  await using database = await citusDatabase({ nodes: 1 });
  await using later = await unusedNode(database);
  const db = openDatabase(database.url, { connections: 2, name: 'facevalue test' });
  const run = async (...args: string[]) => {
    const ran = await runMain(['cluster', ...args, '--json'], {
      DATABASE_URL: database.url,
      FACEVALUE_DATA: '/nowhere',
    });
    assert.equal(ran.code, 0, `${ran.out} ${ran.err}`);
    return JSON.parse(ran.out) as unknown;
  };
  const cells = async () => (await readNodes(db)).map((node) => node.cells);
  await migrate(db, new Date());
  await run('spread', '--cells', '2');
  assert.deepEqual(await cells(), [[1, 2]]);
  const [first = ''] = database.nodes;
  const second = later.url;
  const drawn = (await draw(first)) ?? 0;
  const { host } = new URL(second);
  await run('add', host);
  await run('add', host);
  assert.deepEqual(await cells(), [[1, 2], []]);
  const [hostname, port] = host.split(':');
  const moves = [{ cell: 2, to: { host: hostname, port: Number(port) } }];
  assert.deepEqual(await run('balance', '--dry-run'), { moves, done: false });
  assert.deepEqual(await run('balance'), { moves, done: true });
  assert.deepEqual(await cells(), [[1], [2]]);
  assert.equal(await draw(second), drawn + 100);
  await assert.rejects(draw(first), /does not exist/);
  await run('move', '2', new URL(first).host);
  assert.deepEqual(await cells(), [[1, 2], []]);
  assert.equal(await draw(first), drawn + 200);
  await db.end();
});

/** The next id of an order in the second cell, at this node. */
async function draw(node: string): Promise<number | undefined> {
  const db = openDatabase(node, { connections: 1, name: 'facevalue test' });
  try {
    const { rows } = await db.query<{ id: number }>(`select nextval('cell_2_here.request_ids') as id`);
    return rows[0]?.id;
  } finally {
    await db.end();
  }
}
