import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { changeAccess } from '../../../src/clients/change-access.ts';
import { changeClient } from '../../../src/clients/change-client.ts';
import { setSandbox } from '../../../src/clients/set-sandbox.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { addressProblem, shownAddress } from '../../../src/platform/network/callback-address.ts';
import { testWorld } from '../../support/test-world.ts';
import { callbackSamples } from './callback-samples.ts';

test('an address for callbacks is judged alike by the page, the sandbox, the command and an order', async (context) => {
  await using world = await testWorld({ FACEVALUE_CALLBACK_PRIVATE: '0' });
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null });
  const { db, keyring } = world.cellOf(client);
  const now = world.clock.now();
  const clientId = client.id;
  for (const { name, input: callbackUrl, right } of callbackSamples) {
    await context.test(name, async () => {
      assert.equal(addressProblem(callbackUrl, false), right);
      assert.equal(addressProblem(callbackUrl, true), right === 'private' ? null : right);
      const ask = { clientId, callbackUrl, allowsPrivate: false };
      const saved = await changeAccess(db, keyring, fromShell, ask, now);
      assert.deepEqual(
        saved.is === 'wrong' ? saved.problem : null,
        right && { field: 'callbackUrl', why: right },
      );
      const sandbox = { ...ask, callbacks: 'own', inboxAnswer: 'ok' };
      assert.equal(
        (await setSandbox(db, keyring, fromShell, sandbox, now)).is,
        right === null ? 'set' : 'wrong',
      );
      const terms = await changeClient(db, keyring, fromShell, { clientId, terms: { callbackUrl } }, now);
      assert.equal(terms.is === 'wrong', right !== null && right !== 'private');
      // What is right would be called.
      if (right === null) return;
      const order = { product_id: product.id, face: 500, delivery_type: 'link', callback: callbackUrl };
      // With a uuid it is judged later: a repeat of what was accepted gets its id.
      for (const uuid of [undefined, randomUUID()]) {
        const { error } = await client.call('makeOrder', { ...order, uuid });
        assert.equal(error?.text, 'fields filled incorrectly: callback');
        assert.match(error.fields?.[0]?.wanted ?? '', /not in a private network/);
      }
      const bulk = await client.call('makeBulkOrder', {
        uuid: randomUUID(),
        placing: 'right',
        orders: [order],
      });
      assert.partialDeepStrictEqual(bulk.data, { orders: 1, wrong: 1 });
    });
  }
});

test('what is shown of an address holds neither password nor query', () => {
  assert.equal(shownAddress('http://shop:secret@shop.example/a?key=1#x'), 'http://…@shop.example/a?…');
  assert.equal(shownAddress('https://shop.example/a@b'), 'https://shop.example/a@b');
});
