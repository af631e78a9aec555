import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { supplierCaller } from '../support/supplier-caller.ts';
import { createWorkers } from '../../src/workers.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { isExplainable, onEachStatement, type Statement } from './gathered.ts';
import { explain, wholeReads } from './plan.ts';

/** They grow with the orders, so none of them may be read as a whole on the way of an order. */
const bigTables = new Set([
  'requests',
  'idempotency',
  'accounts',
  'transfers',
  'codes',
  'stock',
  'stock_available',
  'unlisted_codes',
  'code_readings',
  'certificates',
  'deliveries',
  'callbacks',
  'callback_attempts',
  'exchanges',
  'exchange_attempts',
  'receipt_codes',
  'text_parts',
  'gift_events',
  'redemptions',
  'throttle_counts',
]);

/** The queues that an order passes; all others look after what waits long, or after pages. */
const queues = ['issue-orders', 'ask-suppliers', 'deliver', 'deliver-texts', 'send-callbacks'];

/** What an order is asked for and what is done to it: every statement of that is planned once more. */
test('on the way of an order no statement reads all of a table, or of an index, that grows with the orders', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const pooled = await world.product();
  await world.pool(pooled, 500, 3);
  const ours = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, ours.supplierId);
  const statements = new Map<string, Statement>();
  onEachStatement((statement) => {
    if (isExplainable(statement) && statement.places.length > 0) statements.set(statement.text, statement);
  });

  const [first, second] = [
    await shop.makeOrder({ product_id: pooled.id, face: 500, email_to: 'anna@mail.example' }),
    await shop.makeOrder({ product_id: ours.id, face: 500, delivery_type: 'code' }),
  ];
  await passQueues(world);
  const { link } = await shop.getStatus(first);
  assert.equal((await fetch(String(link))).status, 200);
  const { code } = await shop.getCode(second);
  assert.equal((await caller.check(code)).body['state'], 'active');
  assert.equal((await caller.redeem({ code, till: '1' })).status, 200);
  const gathered = [...statements.values()];
  await world.settle();
  assert.ok(gathered.length > 40, `${gathered.length} statements were noted`);

  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  const partial = await partialIndexes(client);
  // A few rows are read as a whole whatever indexes there are: from now on only where there is no other way.
  for (const way of ['seqscan', 'mergejoin', 'hashjoin']) await client.query(`set enable_${way} = off`);
  const problems: string[] = [];
  for (const statement of gathered) {
    const whole = wholeReads(await explain(client, statement), bigTables, partial);
    if (whole.length > 0) problems.push(`${statement.places[0]}: ${whole.join(', ')}`);
  }
  await client.end();
  assert.deepEqual(problems.toSorted(), []);
});

async function passQueues(world: TestWorld): Promise<void> {
  const workers = createWorkers(world.ctx).filter(({ name }) => queues.includes(name));
  assert.equal(workers.length, queues.length);
  for (const worker of workers) {
    await worker.round();
    await worker.drain();
  }
}

/** They hold what waits, not what was: to read all of one is what it is for. */
async function partialIndexes(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indpred is not null`,
  );
  return new Set(rows.map(({ name }) => name));
}
