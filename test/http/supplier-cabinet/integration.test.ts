import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPerson } from '../../support/people-world.ts';
import { callAs } from '../../support/person-calls.ts';
import { testWorld } from '../../support/test-world.ts';

test('a manager sets up the access of programs, and begins a final test', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const ask = (path: string, fields?: Record<string, string>) => callAs(world, manager, path, fields);
  assert.match((await ask('/s/integration')).body, /asked your API nothing/);
  const wrong = await ask('/s/integration', { networks: 'везде', field: 'face', format: 'csv' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /“везде” is neither an address nor a network/);
  const saved = { networks: '203.0.113.0/24', field: 'order_number', format: 'csv' };
  assert.equal((await ask('/s/integration', saved)).status, 303);
  const shown = await ask('/s/integration/token', {});
  const [, token = ''] = /<pre tabindex="0">(fv_\d+_[\w-]{43})<\/pre>/.exec(shown.body) ?? [];
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
  assert.match((await ask(location)).body, /passed|not begun/);

  world.clock.forward('11 min');
  assert.match((await ask('/s/integration/token', {})).location, /^\/in\/second/);
});
