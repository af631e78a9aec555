import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachStatement, type Statement } from '../statements/gathered.ts';
import { explain, stepsOf } from '../statements/plan.ts';
import { tableIn } from '../support/table-in.ts';
import { testWorld } from '../support/test-world.ts';
import { exchangesOf, suppliedProduct } from './supplied-world.ts';

const orders = 12;

test('an order whose result the database refuses harms no other of its batch and loses nothing', async () => {
  await using world = await testWorld();
  // Long enough for a busy machine: a call that times out would be repeated later.
  await using tea = await suppliedProduct(world, { timeoutMs: 20_000 });
  const shop = await world.client();
  const ids = await Promise.all(
    Array.from({ length: orders }, () => shop.makeOrder({ product_id: tea.id, face: 500 })),
  );
  const bad = ids[orders / 2] as number;
  const certificates = tableIn(world.cellOf(shop), 'certificates');
  await world.ctx.db.query(`alter table ${certificates} add constraint refused check (request_id <> ${bad})`);
  await world.settle();
  const states = await Promise.all(ids.map(async (id) => (await shop.getStatus(id))['status']));
  assert.deepEqual(
    states,
    ids.map((id) => (id === bad ? 'processing' : 'ok')),
  );
  assert.equal(tea.supplier.ledger.size, orders);

  await world.ctx.db.query(`alter table ${certificates} drop constraint refused`);
  // Its lease ends, and the supplier is called again with the same request_id.
  world.clock.forward('4 min');
  await world.settle();
  assert.equal((await shop.getStatus(bad))['status'], 'ok');
  assert.equal((await exchangesOf(world, bad))[0]?.state, 'done');
  assert.equal(tea.supplier.ledger.size, orders);
  assert.equal(await shop.getBalance(), 100_000 - orders * 500);
});

test('orders are moved by their keys, not by a look at all that are queued', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { timeoutMs: 20_000 });
  const shop = await world.client();
  const moves: Statement[] = [];
  onEachStatement((statement) => {
    if (statement.text.startsWith('update requests r set state')) moves.push(statement);
  });
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.equal(moves.length, 2, 'to the supplier, and from there');

  const client = await world.cellOf(shop).db.connect();
  try {
    await client.query('begin');
    await client.query(copies(1, 60, {}));
    // What the planner knows is of a time at which none was queued.
    await client.query('analyze requests');
    await client.query(copies(100, 2100, { state: 'queued', order_id: null, ended_at: null }));
    for (const move of moves) {
      const indexes = stepsOf(await explain(client, move)).map((step) => step['Index Name']);
      assert.ok(!indexes.includes('requests_due'), `${move.text} reads ${indexes.join(', ')}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** More requests like the first one. */
const copies = (from: number, to: number, changed: object): string =>
  `insert into requests select copy.*
   from requests one, generate_series(${from}, ${to}) n,
     jsonb_populate_record(one, '${JSON.stringify(changed)}' || jsonb_build_object('id', one.id + n)) copy
   where one.id = (select min(id) from requests)`;
