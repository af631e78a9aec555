import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PoolClient } from 'pg';
import type { Context } from '../../src/context.ts';
import { onEachStatement, type Statement } from '../statements/gathered.ts';
import { explain, stepsOf } from '../statements/plan.ts';
import { freshCodes } from '../support/arrange.ts';
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
  await using tea = await suppliedProduct(world, { product: { scheme: 'pool', activationScheme: 'api' } });
  await world.pool(
    tea,
    500,
    freshCodes(1).map((code) => ({ ...code, inactive: true })),
  );
  const shop = await world.client();
  const moves: Statement[] = [];
  onEachStatement((statement) => {
    if (statement.text.startsWith('update requests r set state')) moves.push(statement);
  });
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.equal(moves.length, 2, 'to the supplier, and from there');
  const queued = { state: 'queued', order_id: null, ended_at: null };
  await whenMany(world.cellOf(shop), { table: 'requests', changed: queued }, async (client) => {
    for (const move of moves) assert.ok(!(await indexesOf(client, move)).includes('requests_due'), move.text);
  });
});

test('a claim reads the exchanges that it takes, not all that are due', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { timeoutMs: 20_000 });
  const shop = await world.client();
  const claims = new Map<string, Statement>();
  onEachStatement((statement) => {
    if (statement.text.startsWith('update exchanges taken')) claims.set(statement.text, statement);
  });
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.equal(claims.size, 2, 'those that are due, and those past their deadline');
  const due = { state: 'due', ended_at: null };
  await whenMany(world.cellOf(shop), { table: 'exchanges', changed: due }, async (client) => {
    for (const claim of claims.values()) {
      const indexes = await indexesOf(client, claim);
      const own = claim.text.includes('deadline_at <=') ? 'exchanges_open_by_deadline' : 'exchanges_due';
      const others = ['exchanges_open_by_deadline', 'exchanges_due'].filter((name) => name !== own);
      assert.ok(indexes.includes(own), `${claim.text} reads ${indexes.join(', ')}`);
      for (const other of others) assert.ok(!indexes.includes(other), `${claim.text} reads ${other}`);
    }
  });
});

test('orders and calls are found by their keys however many are asked for, whatever is known of their tables', async () => {
  await using world = await testWorld();
  await using asked = await suppliedProduct(world, {});
  await using pooled = await suppliedProduct(world, {
    product: { scheme: 'pool', activationScheme: 'api' },
  });
  await world.pool(
    pooled,
    500,
    freshCodes(1).map((code) => ({ ...code, inactive: true })),
  );
  const shop = await world.client();
  const byKeys = new Map<string, Statement>();
  onEachStatement((statement) => {
    if (
      /from requests r join unnest|^update requests r set .* from unnest|exchanges e\b.*\bw\b/s.test(
        statement.text,
      )
    )
      byKeys.set(statement.text, statement);
  });
  for (const { id } of [asked, pooled]) await shop.makeOrder({ product_id: id, face: 500 });
  await world.settle();
  const statements = [...byKeys.values()];
  assert.equal(statements.length, 5, 'to the supplier, locked, issued; a call locked, ended');
  const own = world.cellOf(shop);
  for (const known of ['of another time', 'that they are empty']) {
    const isEmpty = known === 'that they are empty';
    for (const [table, changed] of [
      ['requests', { state: 'obtaining', order_id: null, ended_at: null }],
      ['exchanges', { state: 'due', ended_at: null }],
    ] as const) {
      await whenMany(own, { table, changed, isEmpty }, async (client) => {
        // To read all of a few rows once is no harm: what is looked for is a plan that compares all of them with each that is asked for.
        for (const way of ['seqscan', 'mergejoin', 'hashjoin'])
          await client.query(`set local enable_${way} = off`);
        for (const statement of statements.filter(({ text }) => text.includes(` ${table} `))) {
          for (const count of [1, 50, 200]) {
            const reads = stepsOf(await explain(client, timesMore(statement, count))).filter(
              (step) => step['Relation Name'] === table && step['Node Type'] !== 'ModifyTable',
            );
            assert.ok(reads.length > 0, statement.text);
            for (const read of reads)
              assert.match(
                read['Index Cond'] ?? read['Recheck Cond'] ?? '',
                /\bid\b/,
                `${known}, ${count}: ${statement.text}`,
              );
          }
        }
      });
    }
  }
});

/** Asked for more rows at once. */
const timesMore = (statement: Statement, count: number): Statement => ({
  ...statement,
  values: statement.values.map((value, index) =>
    new RegExp(`\\$${index + 1}::\\w+\\[\\]`).test(statement.text)
      ? `{${Array(count).fill(value?.slice(1, -1)).join(',')}}`
      : value,
  ),
});

/** With many more rows like the first one of a table, but at work. What the planner knows is of a time at which none was, or there were none. */
async function whenMany(
  { db }: Context,
  { table, changed, isEmpty = false }: { table: string; changed: object; isEmpty?: boolean },
  look: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await db.connect();
  const copies = (from: number, to: number, other: object): string =>
    `insert into ${table} overriding system value select copy.*
     from ${table} one, generate_series(${from}, ${to}) n,
       jsonb_populate_record(one, '${JSON.stringify(other)}' || jsonb_build_object('id', one.id + n)) copy
     where one.id = (select min(id) from ${table})`;
  try {
    await client.query('begin');
    await client.query(copies(1001, 1060, {}));
    await client.query(`analyze ${table}`);
    // As after an `analyze` of a queue of which all has been done.
    if (isEmpty) await client.query(`update pg_class set reltuples = 0 where oid = $1::regclass`, [table]);
    await client.query(copies(2000, 8000, changed));
    await look(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const indexesOf = async (client: PoolClient, statement: Statement): Promise<unknown[]> =>
  stepsOf(await explain(client, statement)).map((step) => step['Index Name']);
