import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction, type Sql } from '../../src/platform/database/database.ts';
import { verify } from '../../src/reports/verify.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const tables = ['order_days', 'order_day_spans', 'order_terms', 'request_clients'];

/** Each is undone; with what verify must name. */
const damages: { damage: string; sql: string; name: string; row: object }[] = [
  {
    damage: 'a day has an order too many',
    sql: `update order_days set orders = orders + 1 where outcome = 'issued'`,
    name: 'order-days',
    row: { day: '2026-11-20', orders: 3, real_orders: 2 },
  },
  {
    damage: 'a sum of a day is off',
    sql: `update order_days set sum_kopecks = sum_kopecks - 1 where outcome = 'cancelled'`,
    name: 'order-days',
    row: { outcome: 'cancelled', error_code: 1210, sum_kopecks: 99_999, real_kopecks: 100_000 },
  },
  {
    damage: 'an outcome of a day is missing',
    sql: `delete from order_days where outcome = 'cancelled'`,
    name: 'order-days',
    row: { outcome: 'cancelled', orders: null, real_orders: 1 },
  },
  {
    damage: 'a day is missing',
    sql: `delete from order_day_spans where day = '2026-11-20'`,
    name: 'order-day-spans',
    row: { day: '2026-11-20', fault: 'the day is missing' },
  },
  {
    damage: 'the range of a day is too short',
    sql: `update order_day_spans set last_request = first_request where day = '2026-11-20'`,
    name: 'order-day-spans',
    row: { fault: 'it is another span, or another speed' },
  },
  {
    damage: 'an order cannot be found by its address',
    sql: `delete from order_terms where term = (select min(term) from order_terms)`,
    name: 'order-terms',
    row: { terms: 1, real_terms: 2 },
  },
  {
    damage: 'a number is filed under another client',
    sql: `update request_clients set client_id = client_id + 1
      where request_id = (select min(request_id) from request_clients)`,
    name: 'request-clients',
    row: {},
  },
];

test('verify compares what lists and search are read from with the orders', async (context) => {
  await using world = await testWorld({}, '2026-11-20T12:00:00+03:00');
  const client = await world.client({ delayedMode: true });
  const product = await world.product({ facesRoubles: [500, 1000] });
  await world.pool(product, 500, 10);
  const order = { product_id: product.id, face: 500 };
  await client.makeOrder({ ...order, email_to: 'olga@gifts.example' });
  await client.makeOrder({ ...order, external_id: 'crm-17' });
  await client.makeOrder({ ...order, testmode: true });
  await client.makeOrder({ ...order, face: 1000, ttl: 60 });
  await world.settle();
  world.clock.forward('24 h');
  await client.makeOrder(order);
  await world.settle();
  world.clock.forward('24 h');
  await world.settle();
  const { db } = world.home;
  for (const table of tables)
    await db.query(`create table whole_${table} as select ${await columnsOf(db, table)} from ${table}`);
  assert.deepEqual(await breached(world, `select`), {});
  for (const { damage, sql, name, row } of damages)
    await context.test(`it finds that ${damage}`, async () => {
      const found = await breached(world, sql);
      assert.ok(name in found, JSON.stringify(found));
      assert.partialDeepStrictEqual(found[name], [row]);
    });
});

/** The rows of the checks that fail after a damage, by check; the damage is undone. */
async function breached({ home: { db } }: TestWorld, damage: string): Promise<Record<string, object[]>> {
  await db.query(damage);
  const { checks } = await verify(db, () => {});
  await transaction(db, async (tx) => {
    for (const table of tables) await tx.query(`delete from ${table}`);
    for (const table of tables) {
      const columns = await columnsOf(tx, table);
      await tx.query(`insert into ${table} (${columns}) select ${columns} from whole_${table}`);
    }
  });
  return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, rows }) => [name, rows]));
}

/** Without system columns: on a cluster the view of a cell's table shows some. */
async function columnsOf(db: Sql, table: string): Promise<string> {
  const { rows } = await db.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname not in (
       select attname from pg_attribute where attrelid = 'pg_class'::regclass and attnum < 0)`,
    [table],
  );
  return rows[0]?.columns ?? '';
}
