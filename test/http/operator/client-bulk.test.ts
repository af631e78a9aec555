import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeBulk } from '../../../src/bulk/decide-bulk.ts';
import { operator } from '../../../src/people/access/party.ts';
import type { PersonPrincipal } from '../../../src/people/access/principal.ts';
import { bulkOf, confirm, csvSheet, upload } from '../../support/bulk-world.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

test('an operator sees bulk orders of a client and stops one; only the client lets it go on', async () => {
  await using world = await testWorld();
  const [client, other] = [await world.client({ name: 'Лавка' }), await world.client({ name: 'Ларёк' })];
  const product = await world.product({ scheme: 'platform' });
  const lines = [
    [product.id, 500, 'anna@mail.example'],
    [product.id, 999_999, 'boris@mail.example'],
  ];
  const sheet = csvSheet(['product_id', 'face', 'email_to'], lines);
  const bulkId = await upload(world, client.id, sheet);
  const page = `/o/clients/${client.id}/bulk`;
  const one = `${page}?bulk=${bulkId}`;
  const [support, auditor, catalogue] = [
    await visitor(world, operator, 'support'),
    await visitor(world, operator, 'auditor'),
    await visitor(world, operator, 'catalogue'),
  ];

  assert.match((await support.get(`/o/clients/${client.id}`)).body, new RegExp(`${page}\\?`));
  assert.match((await support.get(page)).body, /waits for the client to confirm/);
  assert.equal((await catalogue.get(page)).statusCode, 404);
  const shown = await support.get(one);
  assert.match(shown.body, /is not on offer/);
  assert.doesNotMatch(shown.body, /mail\.example/, 'what the client typed stays with the client');
  assert.doesNotMatch((await auditor.get(one)).body, /bulk\/cancel/);
  assert.equal((await support.get(`/o/clients/${other.id}/bulk?bulk=${bulkId}`)).statusCode, 404);

  await confirm(world, client.id, bulkId);
  const act = (by: typeof support, name: string) => by.post(`${page}/${name}`, { bulk: String(bulkId) });
  assert.equal((await act(auditor, 'pause')).statusCode, 404);
  assert.equal((await act(support, 'pause')).statusCode, 303);
  assert.equal((await bulkOf(world, client.id, bulkId)).state, 'paused');
  const principal: PersonPrincipal = {
    is: 'person',
    personId: 1,
    name: 'Анна',
    ...operator,
    role: 'admin',
    isWhole: true,
    steppedUpAt: world.clock.now(),
  };
  const key = { clientId: client.id, bulkId };
  assert.equal((await resumeBulk(world.ctx, principal, key, world.clock.now())).is, 'unknown');
  assert.equal((await act(support, 'cancel')).statusCode, 303);
  assert.equal((await bulkOf(world, client.id, bulkId)).state, 'cancelled');
  assert.equal((await act(support, 'cancel')).statusCode, 303, 'it is too late, and the page says so');
  assert.match((await support.get(one)).body, /has changed meanwhile/);
  const { rows } = await world.ctx.db.query<{ act: string }>(
    `select act from audit where side = 'client' and party_id = $1 and act in ('bulk.paused', 'bulk.cancelled') order by seq`,
    [client.id],
  );
  assert.deepEqual(
    rows.map((row) => row.act),
    ['bulk.paused', 'bulk.cancelled'],
  );
});
