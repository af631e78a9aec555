/** An installation laid over the servers of a real cluster of Citus. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { spreadCluster } from '../../src/platform/cells/spread-cluster.ts';
import { readNodes } from '../../src/platform/cells/nodes.ts';
import { readCells } from '../../src/platform/cells/spread-tables.ts';
import { cellTables, everywhereTables } from '../../src/platform/cells/table-classes.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { runMain } from '../support/run-main.ts';
import { citusDatabase, withoutCitus } from '../support/citus-database.ts';

interface Shown {
  cells: number;
  nodes: unknown;
  loads: { cell: number; bytes: number; orders_per_second: number }[];
}

test(
  'cells lie evenly on the nodes, each with its views, once more after a killed run',
  { skip: withoutCitus },
  async () => {
    await using database = await citusDatabase();
    const run = (...args: string[]) =>
      runMain(['cluster', ...args], { DATABASE_URL: database.url, FACEVALUE_DATA: '/nowhere' });
    const db = openDatabase(database.url, { connections: 2, name: 'facevalue test' });
    await migrate(db, new Date());
    const killed = spreadCluster(db, 4, (part) => {
      if (part > 0.5) throw new Error('killed');
    });
    await assert.rejects(killed, /killed/);
    assert.deepEqual(await readCells(db), []);
    const spread = await run('spread', '--cells', '4');
    assert.equal(spread.code, 0, spread.err);
    const again = await run('spread', '--cells', '4');
    assert.deepEqual([again.code, /spread already/.test(again.err)], [1, true]);
    const shown = JSON.parse((await run('show', '--seconds', '2', '--json')).out) as Shown;
    assert.deepEqual([shown.cells, shown.nodes], [4, await readNodes(db)]);
    assert.deepEqual(
      shown.loads.map(({ cell, bytes, orders_per_second: rate }) => [cell, bytes > 1_000_000, rate]),
      [1, 2, 3, 4].map((cell) => [cell, true, 0]),
    );
    assert.deepEqual(await readCells(db), [1, 2, 3, 4]);
    const nodes = await readNodes(db);
    const least = Math.floor(4 / nodes.length);
    for (const { cells } of nodes) assert.ok(cells.length >= least && cells.length <= least + 1);
    assert.deepEqual(new Set(nodes.flatMap(({ cells }) => cells)), new Set([1, 2, 3, 4]));
    for (const [place, url] of database.nodes.entries()) {
      const node = new Client({ connectionString: url });
      await node.connect();
      const { rows } = await node.query<{ schema: string; views: string[] }>(
        `select schemaname as schema, array_agg(viewname::text order by viewname) as views
       from pg_views where schemaname like '%\\_here' group by 1 order by 1`,
      );
      assert.deepEqual(rows, [
        ...(nodes[place]?.cells ?? []).map((cell) => ({
          schema: `cell_${cell}_here`,
          views: [...cellTables],
        })),
        { schema: 'everywhere_here', views: [...everywhereTables] },
      ]);
      await assert.rejects(
        node
          .query(`update everywhere_here.brands set id = id`)
          .then(() => node.query(`insert into everywhere_here.time_travel default values`)),
        /written at the centre/,
      );
      await node.end();
    }
    await db.end();
  },
);

test('one PostgreSQL is not spread', async () => {
  await using database = await migratedDatabase();
  const ran = await runMain(['cluster', 'spread', '--cells', '4'], {
    DATABASE_URL: database.url,
    FACEVALUE_DATA: '/nowhere',
  });
  assert.equal(ran.code, 1);
  assert.match(ran.err, /not a cluster/);
});
