import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeBulk } from '../../../src/orders/bulk/decide-bulk.ts';
import { operator } from '../../../src/people/access/party.ts';
import type { PersonPrincipal } from '../../../src/people/access/principal.ts';
import { bulkOf, confirm, csvSheet, upload } from '../../support/bulk-world.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

test('an operator sees bulk orders of a client and stops one; support does not let it go on', async () => {
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
  assert.match((await support.get(page)).body, /waiting for confirmation/);
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
    role: 'support',
    isWhole: true,
    steppedUpAt: world.clock.now(),
  };
  const key = { clientId: client.id, bulkId };
  assert.equal((await resumeBulk(world.ctx, principal, key, world.clock.now())).is, 'unknown');
  assert.equal((await act(support, 'cancel')).statusCode, 303);
  assert.equal((await bulkOf(world, client.id, bulkId)).state, 'cancelled');
  assert.equal((await act(support, 'cancel')).statusCode, 303, 'it is too late, and the page says so');
  assert.match((await support.get(one)).body, /has changed meanwhile/);
  const { rows } = await world.home.db.query<{ act: string }>(
    `select act from audit where side = 'client' and party_id = $1 and act in ('bulk.paused', 'bulk.cancelled') order by seq`,
    [client.id],
  );
  assert.deepEqual(
    rows.map((row) => row.act),
    ['bulk.paused', 'bulk.cancelled'],
  );
});

test('an administrator uploads, confirms and resumes one for a client; a second person of the client stays one', async () => {
  await using world = await testWorld();
  const { db } = world.home;
  const [client, other] = [await world.client({ name: 'Лавка' }), await world.client({ name: 'Ларёк' })];
  await world.pay(client, 10_000);
  const product = await world.product({ scheme: 'platform' });
  const party = { side: 'client', partyId: client.id } as const;
  const [admin, support, owner, finance] = [
    await visitor(world, operator, 'admin'),
    await visitor(world, operator, 'support'),
    await visitor(world, party, 'owner'),
    await visitor(world, party, 'finance'),
  ];
  const page = `/o/clients/${client.id}/bulk`;
  const sheet = (email: string): Buffer =>
    csvSheet(['product_id', 'face', 'email_to'], [[product.id, 500, email]]);
  const send = async (bytes: Buffer): Promise<string> => {
    const file = { field: 'file', name: 'orders.csv', bytes };
    assert.equal((await support.upload(page, {}, file)).statusCode, 404);
    const sent = await admin.upload(page, {}, file);
    assert.equal(sent.statusCode, 303, sent.body);
    await world.settle();
    return /bulk=(\d+)/.exec(String(sent.headers.location))?.[1] ?? assert.fail('no bulk order');
  };
  const act = (by: Visitor, name: string, bulk: string, more = {}) =>
    by.post(`${page}/${name}`, { bulk, ...more });

  assert.equal(
    (await admin.upload(page, {}, { field: 'file', name: '', bytes: Buffer.of() })).statusCode,
    422,
  );
  const missing = { field: 'file', name: 'x.csv', bytes: sheet('a@mail.example') };
  assert.equal((await admin.upload('/o/clients/999999/bulk', {}, missing)).statusCode, 404);
  const first = await send(sheet('anna@mail.example'));
  const preview = (await admin.get(`${page}?bulk=${first}`)).body;
  assert.match(preview, /What would be ordered/);
  assert.doesNotMatch((await support.get(`${page}?bulk=${first}`)).body, /bulk\/confirm/);
  assert.equal((await act(support, 'confirm', first)).statusCode, 404);
  assert.equal((await admin.post(`/o/clients/${other.id}/bulk/confirm`, { bulk: first })).statusCode, 404);
  world.clock.forward('11 min');
  assert.match(String((await act(admin, 'confirm', first)).headers.location), /^\/in\/second/);
  await db.query(`update sessions set stepped_up_at = $1`, [world.clock.now()]);
  assert.equal((await act(admin, 'confirm', first)).statusCode, 303);
  await world.settle();
  assert.equal((await bulkOf(world, client.id, Number(first))).issued, 1);

  const twice = await send(sheet('anna@mail.example'));
  assert.match((await act(admin, 'confirm', twice)).body, /Tick that the same file/);
  assert.equal((await owner.post('/c/approvals/rule', { above: '100' })).statusCode, 303);
  await act(admin, 'confirm', twice, { again: 'yes' });
  assert.match((await admin.get(`${page}?bulk=${twice}`)).body, /needs another person of the client/);
  const [, id] = /approvals\/(\d+)\/approve/.exec((await finance.get('/c/approvals')).body) ?? [];
  assert.ok(id);
  assert.equal((await admin.post(`/o/approvals/${id}/approve`)).statusCode, 404, 'not by the operator');
  assert.equal((await bulkOf(world, client.id, Number(twice))).state, 'preview');
  assert.equal((await finance.post(`/c/approvals/${id}/approve`)).statusCode, 303);
  assert.equal((await act(admin, 'pause', twice)).statusCode, 303);
  assert.equal((await act(support, 'resume', twice)).statusCode, 404);
  assert.equal((await act(admin, 'resume', twice)).statusCode, 303);
  await world.settle();
  assert.equal((await bulkOf(world, client.id, Number(twice))).issued, 1);

  const { rows } = await db.query<{ act: string; who: string }>(
    `select act, actor_name as who from audit where side = 'client' and party_id = $1 and act like 'bulk.%' order by seq`,
    [client.id],
  );
  const names = new Set(rows.filter(({ act: done }) => done === 'bulk.added').map(({ who }) => who));
  assert.equal(names.size, 1);
  assert.equal(rows.find(({ act: done }) => done === 'bulk.confirmed')?.who, [...names][0]);
});
