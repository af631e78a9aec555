import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSupplier } from '../../../src/acts/onboarding/start-supplier.ts';
import { gathered } from '../../../src/platform/cells/merge.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { makeLettersNow } from '../../../src/suppliers/activation/make-letters.ts';
import { setSchedule } from '../../../src/suppliers/activation/schedule.ts';
import { newPerson } from '../../support/people-world.ts';
import { callAs } from '../../support/person-calls.ts';
import { changeProduct } from '../../../src/certificates/templates/change-catalog.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** A supplier with a pool product that is activated by letter, its manager, and a client that buys. */
async function arrange(world: TestWorld) {
  const product = await world.product({ facesRoubles: [500], activationScheme: 'letter' });
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const client = await world.client();
  return {
    product,
    party,
    client,
    ask: (path: string, fields?: Record<string, string> | FormData) => callAs(world, manager, path, fields),
  };
}

function sheetForm(
  productId: number,
  rows: string[],
  more: Record<string, string> = {},
  name = 'codes.csv',
): FormData {
  const form = new FormData();
  form.set('product', String(productId));
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  form.set('file', new Blob([['Номер;Номинал', ...rows].join('\n')]), name);
  return form;
}

test('the overview of a supplier that does not sell yet says whose turn it is; of one that sells, nothing waits', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const fields = { name: 'Мельница', email: 'manager@mill.example', language: 'ru' as const };
  const started = await startSupplier(db, keyring, fromShell, fields, world.clock.now());
  const partyId = started.is === 'started' ? started.supplierId : assert.fail(started.is);
  const newcomer = await newPerson(world, { side: 'supplier', partyId }, 'manager');
  const { body } = await callAs(world, newcomer, '/s');
  assert.match(body, /<a href="\/s\/start[^"]*">Onboarding, your turn\. /);
  assert.doesNotMatch(body, /Nothing: there are codes/);
  const { ask } = await arrange(world);
  const selling = (await ask('/s')).body;
  assert.match(selling, /Nothing: there are codes|no codes left/);
  assert.doesNotMatch(selling, /Onboarding, /);
  await world.settle();
});

test('a manager hands in codes: they are checked line by line, and wait for the operator', async () => {
  await using world = await testWorld();
  const { product, ask } = await arrange(world);
  assert.match((await ask('/s')).body, /Sales and redemptions of your certificates will appear|Code stock/);
  const rows = ['AAAA-1111;500', 'AAAA-2222;500', 'AAAA-1111;500', 'AAAA-3333;ерунда'];
  for (const [form, error] of [
    [sheetForm(product.id, rows, { face: 'много' }), /Enter the face value/],
    [sheetForm(product.id + 1000, rows), /Choose a certificate/],
    [sheetForm(product.id, rows, {}, 'codes.doc'), /could not be read/],
  ] as const) {
    const refused = await ask('/s/codes', form);
    assert.equal(refused.status, 422);
    assert.match(refused.body, error);
  }
  const sent = await ask('/s/codes', sheetForm(product.id, rows, { skip: 'yes' }));
  assert.equal(sent.status, 303);
  assert.match((await ask(sent.location)).body, /Checking: 0 of 4 rows/);
  await world.settle();
  const checked = await ask(sent.location);
  assert.match(checked.body, /Codes that can be loaded: 2/);
  assert.match(checked.body, /line 4: same as line 2/);
  assert.match(checked.body, /Rows with mistakes: 1/);
  assert.doesNotMatch(checked.body, /AAAA/);
  assert.match((await ask('/s/codes', sheetForm(product.id, rows, { skip: 'yes' }))).location, /codes/);
  assert.match((await ask('/s/codes')).body, /waits for the operator/);
  const codes = await gathered(
    world.ctx,
    async ({ db }) => (await db.query<object>(`select from codes`)).rows,
  );
  assert.equal(codes.length, 0, 'nothing is on sale before the operator agrees');
});

test('rows of an activation list are confirmed by a person, and sales are listed and taken as a file', async () => {
  await using world = await testWorld();
  const { product, party, client, ask } = await arrange(world);
  const { db } = world.home;
  const numbers = ['NUMBER-1', 'NUMBER-2', 'NUMBER-3'].map((number) => ({ number, pin: '', inactive: true }));
  await world.pool(product, 500, numbers);
  for (let left = numbers.length; left > 0; left -= 1)
    await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  await setSchedule(db, party.partyId, { addresses: ['codes@supplier.example'] }, world.clock.now());
  await makeLettersNow(world.ctx, party.partyId, world.clock.now());
  await world.settle();
  const [, letter = ''] = /href="(\/s\/activation\/\d+)/.exec((await ask('/s/activation')).body) ?? [];
  assert.match((await ask('/s')).body, /Activation lists that nobody confirmed: 1/);
  assert.match((await ask(letter)).body, /…/);
  await ask(letter, { confirm: 'ticked' });
  assert.match((await ask(letter)).body, /Tick the rows/);
  await ask(letter, { confirm: 'ticked', row: '2' });
  assert.match((await ask('/s/activation')).body, /1 of 3/);
  await ask(letter, { confirm: 'all' });
  assert.match((await ask(letter)).body, /Confirmed rows: 2/);
  assert.match((await ask('/s/activation')).body, /nothing to confirm\. Lists appear here/);
  await changeProduct(db, { productId: product.id, fields: { activationScheme: 'none' } }, world.clock.now());
  assert.match((await ask('/s/activation')).body, /none of your products has codes that are activated/);
  const { rows: acts } = await db.query<{ after: string }>(
    `select after from audit where act = 'activation.confirmed' order by seq`,
  );
  assert.deepEqual(
    acts.map(({ after }) => after),
    ['{"rows":1}', '{"rows":2}'],
  );
  await world.settle();

  const sold = await ask('/s/sold?face=500');
  assert.equal(sold.body.match(/<td data-name="State"[^>]*><span><span class="state yes">valid/g)?.length, 3);
  assert.match((await ask('/s/sold?face=700')).body, /no such sales/);
  assert.doesNotMatch(sold.body, /NUMBER/);
  const taken = await ask('/s/sold/export', { first: '2026-11-01', last: '2026-11-30', format: 'csv' });
  assert.equal(taken.status, 200);
  assert.equal(taken.body.trim().split('\r\n').length, 4);
  assert.doesNotMatch(taken.body, /NUMBER/);
  const long = await ask('/s/sold/export', { first: '2026-01-01', last: '2026-11-30', format: 'csv' });
  assert.equal(long.status, 303);
  world.clock.forward('11 min');
  const late = await ask('/s/sold/export', { first: '2026-11-01', last: '2026-11-30', format: 'xlsx' });
  assert.match(late.location, /^\/in\/second/);
  assert.match((await ask('/s')).body, /Sold today<\/dt><dd>3/);
});
