import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSenders, listSenders } from '../../src/suppliers/mail/senders.ts';
import { testWorld } from '../support/test-world.ts';

test('the list of senders changes as a whole or not at all', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const [tea, books] = [await world.product(), await world.product()];
  const address = 'Codes@tea.example';
  const listed = async () =>
    (await listSenders(db))
      .filter(({ contact }) => !contact)
      .map((line) => [line.supplierId, line.address] as const);
  const before = [[tea.supplierId, 'codes@tea.example']];
  assert.equal(await changeSenders(db, { add: { supplierId: tea.supplierId, address } }), 'changed');
  assert.equal(await changeSenders(db, { add: { supplierId: tea.supplierId, address } }), 'changed');

  const refused = [
    ['taken', { add: { supplierId: books.supplierId, address } }],
    ['no-supplier', { remove: address, add: { supplierId: 999_999, address: 'b@tea.example' } }],
    ['bad-address', { remove: address, add: { supplierId: tea.supplierId, address: 'nobody' } }],
    [
      'not-listed',
      { remove: 'c@tea.example', add: { supplierId: tea.supplierId, address: 'd@tea.example' } },
    ],
  ] as const;
  for (const [why, change] of refused) {
    assert.equal(await changeSenders(db, change), why);
    assert.deepEqual(await listed(), before, why);
  }

  const moved = { remove: address, add: { supplierId: books.supplierId, address } };
  assert.equal(await changeSenders(db, moved), 'changed');
  assert.deepEqual(await listed(), [[books.supplierId, 'codes@tea.example']]);
});
