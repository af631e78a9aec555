import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const mila = 'mila@recipients.example';

describe('/o/forget', () => {
  let world: TestWorld;
  let admin: Visitor;
  let support: Visitor;
  let made: number;

  before(async () => {
    world = await testWorld();
    const shop = await world.client();
    const product = await world.product({ scheme: 'platform' });
    made = await shop.makeOrder({ product_id: product.id, face: 500, email_to: mila });
    await world.settle();
    admin = await visitor(world, operator, 'admin');
    support = await visitor(world, operator, 'support');
  });
  after(() => world[Symbol.asyncDispose]());

  test('is there for an administrator only, after a fresh proof', async () => {
    assert.equal((await support.get('/o/forget')).statusCode, 404);
    assert.equal((await support.post('/o/forget', { what: mila, reason: 'x' })).statusCode, 404);
    const page = await admin.get(`/o/forget?request=${made}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, new RegExp(`value="${made}"`));
    assert.match((await admin.get(`/o/orders/${made}`)).body, /\/o\/forget\?request=/);
  });

  test('wrong fields are shown again with what is wrong', async () => {
    for (const [fields, said] of [
      [{ what: 'Mila', reason: 'x' }, /not a request number, e-mail or phone/],
      [{ what: '99', reason: 'x' }, /no such request/],
      [{ what: mila, reason: ' ' }, /Write the reason/],
      [{ what: mila, reason: `from ${mila}` }, /kept for good/],
      [{ what: mila, client: '7', reason: 'x' }, /no such client/],
      [{ what: mila, client: 'shop', reason: 'x' }, /no such client/],
    ] as const) {
      for (const path of ['/o/forget/count', '/o/forget']) {
        const answer = await admin.post(path, fields);
        assert.equal(answer.statusCode, 422);
        assert.match(answer.body, said);
      }
    }
    assert.ok((await findEverywhere(world.ctx.db, [mila])).length > 0);
  });

  test('counts without erasing, erases when told to, and lists it without the address', async () => {
    const fields = { what: mila, client: '', reason: 'letter 7' };
    const counted = await admin.post('/o/forget/count', fields);
    assert.equal(counted.statusCode, 200);
    assert.match(counted.body, /Orders that can be erased now[^]*>1</);
    assert.ok((await findEverywhere(world.ctx.db, [mila])).length > 0);
    assert.equal((await admin.post('/o/forget', fields)).statusCode, 303);
    await world.settle();
    assert.deepEqual(await findEverywhere(world.ctx.db, [mila]), []);
    const list = await admin.get('/o/forget');
    assert.match(list.body, /letter 7/);
    assert.ok(!list.body.includes(mila));
    const order = await admin.get(`/o/orders/${made}`);
    assert.match(order.body, /Recipient erased/);
    assert.ok(!order.body.includes('/o/forget?request='));
    const again = await admin.post('/o/forget/count', { ...fields, reason: 'asked again' });
    assert.match(again.body, /There is no order with this address/);
    assert.match(again.body, /letter 7/, 'what was asked for it earlier');
  });

  test('an old proof is asked for again', async () => {
    world.clock.forward('11 min');
    const page = await admin.get('/o/forget');
    assert.equal(page.statusCode, 303);
    const posted = await admin.post('/o/forget', { what: String(made), reason: 'x' });
    assert.equal(posted.statusCode, 303);
    const { rows } = await world.ctx.db.query(`select from erasures where request_id is not null`);
    assert.deepEqual(rows, []);
  });
});
