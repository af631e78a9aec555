import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createCallLog } from '../../../src/reports/call-log/call-log.ts';
import { supplierCalls } from '../../../src/reports/call-log/call-tables.ts';
import { countCalls, listCalls, type CountedOutcome } from '../../../src/reports/call-log/list-calls.ts';
import { createCallPruner } from '../../../src/reports/call-log/prune-calls.ts';
import { operator } from '../../../src/people/access/party.ts';
import { newPerson } from '../../support/people-world.ts';
import { callAs } from '../../support/person-calls.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import { testWorld } from '../../support/test-world.ts';

test('a manager sets up the access of programs, and begins a final test', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const ask = (path: string, fields?: Record<string, string>) => callAs(world, manager, path, fields);
  assert.match((await ask('/s/integration')).body, /asked this API nothing/);
  const wrong = await ask('/s/integration', { networks: 'везде', field: 'face', format: 'csv' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /“везде” is neither an address nor a network/);
  const saved = { networks: '203.0.113.0/24', field: 'order_number', format: 'csv' };
  assert.equal((await ask('/s/integration', saved)).status, 303);
  const shown = await ask('/s/integration/token', {});
  const [, token = ''] = /<pre data-secret>(fv_\d+_[\w-]{43})<\/pre>/.exec(shown.body) ?? [];
  assert.notEqual(token, '');
  const after = await ask('/s/integration');
  assert.match(after.body, /there is one/);
  assert.match(after.body, /203\.0\.113\.0\/24/);
  assert.doesNotMatch(after.body, new RegExp(token), 'shown once');
  const { rows } = await world.ctx.db.query<{ text: string }>(
    `select coalesce(string_agg(act || after, ';'), '') as text from audit where side = 'supplier'`,
  );
  assert.match(rows[0]?.text ?? '', /supplier\.access-set/);
  assert.doesNotMatch(rows[0]?.text ?? '', new RegExp(token));

  assert.equal((await ask('/s/integration/test', {})).status, 422);
  const { location } = await ask('/s/integration/test', { confirm: 'yes' });
  assert.match(location, /^\/s\/integration\/tests\/\d+/);
  await world.settle();
  assert.match((await ask(location)).body, /passed|not started/);

  world.clock.forward('11 min');
  assert.match((await ask('/s/integration/token', {})).location, /^\/in\/second/);
});

const countOf = (outcome: string, calls: CountedOutcome[]): number =>
  calls.filter((one) => one.outcome === outcome).reduce((sum, one) => sum + one.calls, 0);

test('what programs ask of us is kept with its times and outcomes, and without a code', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'pool' });
  const { supplierId } = product;
  const client = await world.client();
  const numbers = ['ROSE-4711-TULIP', 'MINT-0815-BASIL'];
  await world.pool(
    product,
    500,
    numbers.map((number) => ({ number, pin: 'PIN-9182' })),
  );
  await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  world.clock.forward('1 h');
  const [sold = '', other = ''] = numbers;
  const programs = await supplierCaller(world, supplierId, { redeemsOwn: true, fields: ['code', 'pin'] });
  assert.equal((await programs.check(sold)).status, 200);
  const till = 'Касса anna@mail.example';
  assert.equal((await programs.redeem({ code: sold, idempotency_key: 'rose4711tulip', till })).status, 200);
  assert.equal((await programs.redeem({ code: sold, idempotency_key: 'other-key' })).status, 409);
  assert.equal((await programs.check('NONE-SUCH-0001')).status, 404);
  const list = await programs.used('2026-11-21 12:00:00', '2026-11-21 13:00:00');
  assert.match(await list.text(), new RegExp(other));
  const fromElsewhere = await supplierCaller(world, supplierId, { allowedNetworks: ['203.0.113.0/24'] });
  assert.equal((await fromElsewhere.check(other)).status, 401);
  const { db } = world.ctx;
  const kept = () =>
    listCalls(db, supplierCalls, { ownerId: supplierId, kind: null, before: null, limit: 50 });
  const counted = () => countCalls(db, supplierCalls, { ownerId: supplierId, since: '2026-11-21' });
  // Calls are noted a moment later, and samples after the counts.
  const isNoted = async (): Promise<boolean> =>
    (await kept()).some(({ outcome }) => outcome === 'unauthorized');
  for (let tries = 0; tries < 100 && !(await isNoted()); tries += 1) await setTimeout(200);
  const counts = await counted();
  assert.deepEqual(
    ['ok', 'already_redeemed', 'not_found', 'unauthorized'].map((one) => countOf(one, counts)),
    [3, 1, 1, 1],
  );
  const text = JSON.stringify(await kept());
  for (const secret of [
    sold,
    other,
    'rose4711',
    'ROSE',
    'NONE-SUCH',
    'PIN-9182',
    'anna@mail',
    programs.token,
  ])
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  assert.match(text, /other-key/);
  assert.match(text, /\\"rows\\": ?2|\\"rows\\":2/);

  const party = { side: 'supplier', partyId: supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const page = (await callAs(world, manager, '/s/integration')).body;
  assert.match(page, /Your calls to us/);
  assert.match(page, /redeemed already/);
  assert.match(page, /address outside the networks agreed/);
  const stranger = await world.product();
  const otherManager = await newPerson(world, { side: 'supplier', partyId: stranger.supplierId }, 'manager');
  assert.match((await callAs(world, otherManager, '/s/integration')).body, /There were no calls lately/);
  const auditor = await newPerson(world, operator, 'auditor');
  const told = (await callAs(world, auditor, `/o/suppliers/${supplierId}/log`)).body;
  assert.match(told, /The supplier’s calls to us/);
  assert.match(told, /Our calls to the supplier/);
  assert.doesNotMatch(told, /ROSE|MINT/);
});

test('a flood of a supplier is counted whole and kept in part; what is old is deleted', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product();
  const log = createCallLog(world.ctx, supplierCalls);
  const sample = { ref: 'r', address: '203.0.113.7', durationMs: 3, asked: 'GET', answered: '{}' };
  for (let call = 0; call < 400; call += 1)
    log.note({ ownerId: supplierId, kind: 'error', cmd: 'used', outcome: 'broken_off' }, () => sample);
  await log.written();
  const { db } = world.ctx;
  const kept = await listCalls(db, supplierCalls, {
    ownerId: supplierId,
    kind: null,
    before: null,
    limit: 50,
  });
  assert.equal(kept.length, 5, 'a flood is kept in part');
  assert.deepEqual(
    (await countCalls(db, supplierCalls, { ownerId: supplierId, since: '2026-11-21' })).map(
      ({ calls }) => calls,
    ),
    [400],
    'and counted whole',
  );
  world.clock.forward('93 d');
  const pruner = createCallPruner(world.ctx);
  while ((await pruner.round()) > 0);
  const { rows } = await db.query(`select from supplier_calls union all select from supplier_call_days`);
  assert.equal(rows.length, 0);
});
