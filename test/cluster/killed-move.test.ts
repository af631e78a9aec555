/** The command that moves a cell is killed at its worst moments while orders run: the next one finishes what it left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressAt, readNodes } from '../../src/platform/cells/nodes.ts';
import { addressOf, openDatabase, type Database } from '../../src/platform/database/database.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { runMain, startMain } from '../support/run-main.ts';
import { stubbornOrders } from './stubborn-orders.ts';

const lookAgainMs = 5;
const patienceMs = 120_000;

interface Servers {
  coordinator: Database;
  /** The one that the cell leaves. */
  from: Database;
}

type Moment = (servers: Servers, cell: number) => Promise<boolean>;

const isAny = async (db: Database, from: string, values: unknown[]): Promise<boolean> =>
  (await db.query(`select 1 from ${from}`, values)).rows.length > 0;

const moments: Record<string, Moment> = {
  'while the cell is copied': ({ coordinator }, cell) =>
    isAny(
      coordinator,
      `get_rebalance_progress() where table_name::text like $1 and target_shard_size > 0 limit 1`,
      [`cell_${cell}.%`],
    ),
  'when the cell is closed': ({ from }, cell) =>
    isAny(from, `pg_namespace where nspname = $1`, [`cell_${cell}_closed`]),
  'when the cell is elsewhere, and has no entry': async ({ coordinator, from }, cell) =>
    (await isAny(from, `pg_namespace where nspname = $1`, [`cell_${cell}_closed`])) &&
    !(await isAny(
      coordinator,
      `pg_dist_shard_placement p join pg_dist_shard using (shardid)
       where logicalrelid = $1::regclass and nodeport = $2`,
      [`cell_${cell}.clients`, Number(new URL(addressOf(from)).port)],
    )),
};

for (const [name, hasCome] of Object.entries(moments)) {
  test(`killed ${name}`, { skip: withoutCitus }, async (t) => {
    await using world = await clusterWorld();
    const { databaseUrl } = world;
    const coordinator = openDatabase(databaseUrl, { connections: 2, name: 'facevalue test' });
    const [one, other] = await readNodes(coordinator);
    assert.ok(one !== undefined && other !== undefined);
    const [cell = 0] = one.cells;
    const from = openDatabase(addressAt(databaseUrl, one), { connections: 1, name: 'facevalue test' });
    const orders = await stubbornOrders(world);
    await orders.untilMore(10);

    const move = ['cluster', 'move', String(cell), `${other.host}:${other.port}`];
    const settings = { DATABASE_URL: databaseUrl, FACEVALUE_DATA: '/nowhere' };
    const killed = startMain(move, settings);
    const deadline = performance.now() + patienceMs;
    while (!(await hasCome({ coordinator, from }, cell))) {
      assert.equal(killed.child.exitCode, null, 'it has ended before');
      assert.ok(performance.now() < deadline, 'the moment does not come');
      await sleep(lookAgainMs);
    }
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');

    const again = await runMain(move, settings);
    assert.equal(again.code, 0, again.err);
    assert.ok((await readNodes(coordinator))[1]?.cells.includes(cell));
    await orders.untilMore(10);
    await Promise.all([coordinator, from].map((db) => db.end()));
    t.diagnostic(`${await orders.assertWhole()} orders, ${orders.refused().length} refused`);
  });
}
