import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { commentOrder } from '../../src/orders/acts/comment-order.ts';
import { readWanted } from '../../src/orders/search/terms.ts';
import { searchOrders } from '../../src/orders/search/search-orders.ts';
import { moscowDay } from '../../src/platform/time/moscow-time.ts';
import { findClientOrder } from '../../src/reports/client-order.ts';
import { cancelOrder } from '../../src/orders/acts/cancel-order.ts';
import { openCertificate } from '../../src/orders/acts/open-certificate.ts';
import { placeByPerson } from '../../src/orders/acts/place-by-person.ts';
import { resendOrder } from '../../src/orders/acts/resend-order.ts';
import type { PersonPrincipal } from '../../src/people/access/principal.ts';
import { listActs } from '../../src/people/audit/check-chain.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('what people do to orders', () => {
  let world: TestWorld;
  let client: TestClient;
  let stranger: TestClient;
  let product: TestProduct;

  before(async () => {
    world = await testWorld();
    client = await world.client({ delayedMode: true });
    stranger = await world.client({ name: 'Другие' });
    product = await world.product();
    await world.pool(product, 500, 20);
  });
  after(() => world[Symbol.asyncDispose]());

  const person = (role: string, traits: Partial<PersonPrincipal> = {}): PersonPrincipal => ({
    is: 'person',
    personId: 7,
    name: 'Анна Ли',
    side: 'client',
    partyId: client.id,
    role,
    isWhole: true,
    steppedUpAt: null,
    ...traits,
  });
  const fresh = (role: string): PersonPrincipal => person(role, { steppedUpAt: world.clock.now() });
  const key = (requestId: number) => ({ clientId: client.id, requestId });
  const order = (face: number, fields: object = {}) => ({ product_id: product.id, face, ...fields });
  const acts = async (): Promise<[string, string][]> =>
    (await listActs(world.home.db, { side: 'client', partyId: client.id }, { limit: 100 })).map(
      ({ act, about }) => [act, about],
    );

  test('a waiting order is cancelled: its hold is released, a callback is sent, and the person is recorded', async () => {
    const { db, keyring } = world.home;
    const balance = await client.getBalance();
    const id = await client.makeOrder(order(1000));
    const now = world.clock.now();
    for (const principal of [
      person('viewer'),
      person('finance'),
      person('owner', { partyId: stranger.id }),
      person('owner', { isWhole: false }),
    ]) {
      assert.deepEqual(await cancelOrder(db, keyring, principal, key(id), now), { is: 'missing' });
    }
    assert.deepEqual(await cancelOrder(db, keyring, person('owner'), key(id), now), { is: 'cancelled' });
    await world.settle();
    assert.equal(await client.getBalance(), balance);
    const [told] = client.told(id);
    assert.equal(told?.error?.['code'], '1212');
    assert.equal((await client.getStatus(id))['reason'], 'cancelled');
    assert.deepEqual(await cancelOrder(db, keyring, person('owner'), key(id), now), {
      is: 'too-late',
      state: 'cancelled',
    });
    assert.deepEqual(await cancelOrder(db, keyring, person('owner'), key(id + 1000), now), { is: 'missing' });
    assert.deepEqual(
      (await acts()).filter(([act]) => act === 'order.cancelled'),
      [['order.cancelled', `request ${id}`]],
    );
  });

  test('of a concurrent cancellation and issue exactly one succeeds', async () => {
    const { db, keyring } = world.home;
    for (let round = 0; round < 5; round += 1) {
      const id = await client.makeOrder(order(500));
      const [cancelled] = await Promise.all([
        cancelOrder(db, keyring, person('owner'), key(id), world.clock.now()),
        world.settle(),
      ]);
      await world.settle();
      const { status } = await client.getStatus(id);
      assert.equal(status, cancelled.is === 'cancelled' ? 'error' : 'ok');
    }
  });

  test('a resend needs the right, and another address a fresh proof', async () => {
    const id = await client.makeOrder(order(500, { email_to: 'olga@gifts.example' }));
    await world.settle();
    const { home: ctx } = world;
    const corrected = { email: 'olga.new@gifts.example' };
    assert.deepEqual(await resendOrder(ctx, fresh('developer'), key(id), {}), { is: 'missing' });
    assert.deepEqual(await resendOrder(ctx, person('owner'), key(id), corrected), { is: 'step-up' });
    const again = await resendOrder(ctx, person('owner'), key(id), {});
    assert.equal(again.is, 'asked');
    await world.settle();
    assert.equal((await resendOrder(ctx, fresh('owner'), key(id), corrected)).is, 'too-soon');
    world.clock.forward('2 min');
    const known = (await acts()).length;
    assert.equal((await resendOrder(ctx, fresh('owner'), key(id), corrected)).is, 'asked');
    assert.equal((await resendOrder(ctx, fresh('owner'), key(id), corrected)).is, 'asked', 'pressed twice');
    assert.equal((await acts()).length, known + 1);
    await world.settle();
    const addresses = world.mail.letters.map(({ to }) => JSON.stringify(to));
    assert.equal(addresses.filter((to) => to.includes('olga@gifts.example')).length, 2);
    assert.equal(addresses.filter((to) => to.includes('olga.new@gifts.example')).length, 1);
    const kept = await ctx.db.query(`select from audit where after like '%gifts.example%'`);
    assert.equal(kept.rowCount, 0, 'no address in the audit');
  });

  test('link and code need a fresh proof, and each opening is recorded with its person', async () => {
    const { home: ctx } = world;
    const id = await client.makeOrder(order(500));
    await world.settle();
    assert.deepEqual(await openCertificate(ctx, fresh('viewer'), key(id), true), { is: 'missing' });
    assert.deepEqual(await openCertificate(ctx, person('owner'), key(id), true), { is: 'step-up' });
    const link = await openCertificate(ctx, fresh('owner'), key(id), false);
    assert.ok(link.is === 'opened' && link.code === null);
    assert.equal(link.link, (await client.getLinks(id)).download_url);
    const opened = await openCertificate(ctx, fresh('owner'), key(id), true);
    assert.ok(opened.is === 'opened');
    assert.equal(opened.code?.number, (await client.getCode(id)).code);
    const { rows } = await ctx.db.query(`select reader, address from code_readings where reader = 'cabinet'`);
    assert.deepEqual(rows, [{ reader: 'cabinet', address: 'person:7' }]);
    const waiting = await client.makeOrder(order(1000));
    assert.deepEqual(await openCertificate(ctx, fresh('owner'), key(waiting), true), { is: 'closed' });
    await cancelOrder(ctx.db, ctx.keyring, person('owner'), key(waiting), world.clock.now());
    await world.settle();
  });

  test('a comment is changed by whoever has the right; people see and find the new one, programs get that of the order', async () => {
    const { db, keyring } = world.home;
    const now = world.clock.now();
    const id = await client.makeOrder(order(500, { comment: 'Отдел продаж' }));
    await world.settle();
    const change = (principal: PersonPrincipal, comment: string, requestId = id) =>
      commentOrder(db, keyring, principal, { ...key(requestId), comment }, now);
    for (const principal of [person('viewer'), person('finance'), person('owner', { partyId: stranger.id })])
      assert.deepEqual(await change(principal, 'Чужое'), { is: 'missing' });
    assert.deepEqual(await change(person('owner'), 'x'.repeat(513)), { is: 'wrong' });
    assert.deepEqual(await change(person('owner'), 'Чужое', id + 1000), { is: 'missing' });
    assert.deepEqual(await change(person('owner'), 'Отдел закупок\nсчёт 5'), { is: 'commented' });
    assert.deepEqual(await change(person('owner'), 'Отдел закупок\nсчёт 5'), { is: 'commented' });
    const told = (await listActs(db, { side: 'client', partyId: client.id }, { limit: 100 })).filter(
      ({ act }) => act === 'order.commented',
    );
    assert.deepEqual(
      told.map(({ before: old, after: new_ }) => [JSON.parse(old) as object, JSON.parse(new_) as object]),
      [[{ characters: 12 }, { characters: 20 }]],
    );
    const found = await findClientOrder(db, key(id));
    assert.equal(found?.order.comment, 'Отдел закупок\nсчёт 5');
    assert.equal(found?.order.commentChangedBy, 'Анна Ли');
    assert.equal((await client.getStatus(id))['comment'], 'Отдел продаж');
    const search = async (text: string): Promise<number[]> => {
      const wanted = readWanted(text) ?? assert.fail();
      const ask = { clientId: client.id, wanted, day: moscowDay(now), fromKey: null };
      return (await searchOrders(db, keyring, ask)).rows.map(({ requestId }) => requestId);
    };
    world.clock.forward('2 min');
    await world.settle();
    assert.deepEqual(await search('закупок'), [id]);
    assert.deepEqual(await search('отдел продаж'), [], 'it was changed');
    assert.deepEqual(await change(person('owner'), ''), { is: 'commented' });
    assert.deepEqual(await search('закупок'), []);
  });

  test('an order placed by a person is one makeOrder, also if its form is sent repeatedly', async () => {
    const { home: ctx } = world;
    const data = { product_id: product.id, face: 500, uuid: 'form-1', email_to: 'igor@gifts.example' };
    assert.deepEqual(await placeByPerson(ctx, person('viewer'), data), { is: 'missing' });
    const placed = await placeByPerson(ctx, person('owner'), data);
    assert.ok(placed.is === 'placed' && !placed.repeated);
    const again = await placeByPerson(ctx, person('owner'), data);
    assert.deepEqual(again, { is: 'placed', requestId: placed.requestId, repeated: true });
    const wrong = await placeByPerson(ctx, person('owner'), { ...data, uuid: 'form-2', email_to: 'nobody' });
    assert.deepEqual(wrong, { is: 'wrong', names: ['email_to'] });
    const gone = await placeByPerson(ctx, person('owner'), { ...data, uuid: 'form-3', face: 777 });
    assert.deepEqual(gone, { is: 'wrong', names: ['face'] });
    await world.settle();
    assert.equal((await client.getStatus(placed.requestId))['status'], 'ok');
    const { rows } = await ctx.db.query(`select request_id, person_id, name from order_authors`);
    assert.deepEqual(rows, [{ request_id: placed.requestId, person_id: 7, name: 'Анна Ли' }]);
    assert.equal((await acts()).filter(([act]) => act === 'order.placed').length, 1);
  });
});
