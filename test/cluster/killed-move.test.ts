/** The command that moves a cell is killed at its worst moments while orders run: the next one finishes what it left. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { addressAt, readNodes, type NodeOfCells } from '../../src/platform/cells/nodes.ts';
import { addressOf, openDatabase, type Database } from '../../src/platform/database/database.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';
import { runMain, startMain } from '../support/run-main.ts';
import type { TestWorld } from '../support/test-world.ts';
import { stubbornOrders, type StubbornOrders } from './stubborn-orders.ts';

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

const isCopied: Moment = ({ coordinator }, cell) =>
  isAny(
    coordinator,
    `get_rebalance_progress() where table_name::text like $1 and target_shard_size > 0 limit 1`,
    [`cell_${cell}.%`],
  );
const isClosed: Moment = ({ from }, cell) =>
  isAny(from, `pg_namespace where nspname = $1`, [`cell_${cell}_closed`]);
const isElsewhere: Moment = async ({ coordinator, from }, cell) =>
  (await isClosed({ coordinator, from }, cell)) &&
  !(await isAny(
    coordinator,
    `pg_dist_shard_placement p join pg_dist_shard using (shardid)
     where logicalrelid = $1::regclass and nodeport = $2`,
    [`cell_${cell}.clients`, Number(new URL(addressOf(from)).port)],
  ));

const notNow = 503;
const soldOut = 3601;

describe('the command that moves a cell is killed', { skip: withoutCitus }, () => {
  let world: TestWorld;
  let coordinator: Database;
  let nodes: NodeOfCells[];
  let orders: StubbornOrders;
  before(async () => {
    world = await clusterWorld();
    coordinator = openDatabase(world.databaseUrl, { connections: 2, name: 'facevalue test' });
    nodes = await readNodes(coordinator);
    orders = await stubbornOrders(world);
    await orders.untilMore(10);
  });
  after(async () => {
    await coordinator.end();
    await world[Symbol.asyncDispose]();
  });

  /** Moves the first or second cell of a node to the other one, whose command is killed; `meanwhile` is done before the next one finishes it. */
  async function killWhen(hasCome: Moment, [place, at]: [number, number], meanwhile?: () => Promise<void>) {
    const [node, other] = [nodes[at], nodes[1 - at]];
    const cell = node?.cells[place] ?? 0;
    assert.ok(node !== undefined && other !== undefined && cell > 0);
    const move = ['cluster', 'move', String(cell), `${other.host}:${other.port}`];
    const settings = { DATABASE_URL: world.databaseUrl, FACEVALUE_DATA: '/nowhere' };
    const from = openDatabase(addressAt(world.databaseUrl, node), { connections: 1, name: 'facevalue test' });
    const killed = startMain(move, settings);
    const deadline = performance.now() + patienceMs;
    while (!(await hasCome({ coordinator, from }, cell))) {
      assert.equal(killed.child.exitCode, null, 'it has ended before');
      assert.ok(performance.now() < deadline, 'the moment does not come');
      await sleep(lookAgainMs);
    }
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).signal, 'SIGKILL');
    await from.end();
    await meanwhile?.();
    const again = await runMain(move, settings);
    assert.equal(again.code, 0, again.err);
    assert.ok((await readNodes(coordinator))[1 - at]?.cells.includes(cell));
    await orders.untilMore(10);
  }

  test('while the cell is copied', () => killWhen(isCopied, [0, 0]));

  test('when the cell is closed: what it may have is not said to be sold out', async () => {
    const product = await world.product();
    const asking = orders.shops.find(({ id }) => cellOfId(id) !== nodes[0]?.cells[1]);
    const ask = () => asking?.call('makeOrder', { product_id: product.id, face: 500 });
    await killWhen(isClosed, [1, 0], () => assert.rejects(Promise.resolve(ask()), { actual: notNow }));
    assert.equal((await ask())?.error?.code, soldOut);
  });

  test('when the cell is elsewhere, and has no entry', async (t) => {
    await killWhen(isElsewhere, [0, 1]);
    t.diagnostic(`${await orders.assertWhole()} orders, ${orders.refused().length} refused`);
  });
});
