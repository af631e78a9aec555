import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { testWorld } from '../support/test-world.ts';
import { explain, wholeReads } from './plan.ts';
import { statementsOfAnOrder } from './way-of-an-order.ts';

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

/** What an order is asked for and what is done to it: every statement of that is planned once more. */
test('on the way of an order no statement reads all of a table, or of an index, that grows with the orders', async () => {
  await using world = await testWorld();
  const gathered = await statementsOfAnOrder(world);
  await world.settle();

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

/** They hold what waits, not what was: to read all of one is what it is for. */
async function partialIndexes(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indpred is not null`,
  );
  return new Set(rows.map(({ name }) => name));
}
