import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';

/**
 * On a spread database a cell is a schema of views over the tables of its node (docs/decisions/0077): a statement may
 * need nothing of a table that a view does not have, and name no schema.
 */
test('an order is sold, mailed, called back and redeemed by a platform that sees views only', async () => {
  await using world = await testWorld({}, undefined, seeThroughViews);
  const { rows } = await world.home.db.query<{ kind: string }>(
    `select relkind as kind from pg_class where oid = 'requests'::regclass`,
  );
  assert.deepEqual(rows, [{ kind: 'v' }]);
  const shop = await world.client({ delayedMode: true });
  const pooled = await world.product();
  const ours = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, ours.supplierId);
  const order = { product_id: pooled.id, face: 500, email_to: 'anna@mail.example' };
  const waiting = await shop.makeOrder(order);
  await world.settle();
  assert.equal((await shop.getStatus(waiting))['status'], 'delayed');
  const [code] = await world.pool(pooled, 500, 1);
  const redeemable = await shop.makeOrder({ product_id: ours.id, face: 500, delivery_type: 'code' });
  const refunded = await shop.makeOrder({ product_id: ours.id, face: 500, to_phone: '79123456789' });
  await world.settle();

  assert.equal((await shop.getCode(waiting)).code, code?.number);
  assert.equal(world.mail.letters.length, 1);
  assert.equal(shop.told(waiting).length, 1);
  const { link } = await shop.getStatus(waiting);
  assert.equal((await fetch(String(link), { method: 'POST' })).status, 200);
  const opened = await world.home.db.query(`select reader from code_readings where reader = 'gift-page'`);
  assert.equal(opened.rowCount, 1);
  const { code: number } = await shop.getCode(redeemable);
  assert.equal((await caller.redeem({ code: number, till: '1' })).status, 200);
  assert.equal((await caller.redeem({ code: number, till: '2' })).status, 409);
  assert.equal((await shop.getStatus(refunded))['status'], 'ok');
  await world.settle();
});

/** `ctid` and `xmin` are columns of tables only; ids come from sequences of the schema. */
async function seeThroughViews(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create schema cell');
  const { rows } = await client.query<{ statement: string }>(
    `select format('create sequence cell.%I start with %s', sequencename, coalesce(last_value + 1, start_value)) as statement
     from pg_sequences where schemaname = 'public'
     union all
     select format('create view cell.%1$I as select *, ctid, xmin from public.%1$I', tablename)
     from pg_tables where schemaname = 'public'
     union all
     select format('alter view cell.%I alter column %I set default nextval(%L)', table_name, column_name,
       'cell.' || table_name || '_' || column_name || '_seq')
     from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.end();
  const seen = new URL(url);
  seen.searchParams.set('options', '-c search_path=cell');
  return seen.href;
}
