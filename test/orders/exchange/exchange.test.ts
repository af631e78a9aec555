/** A choice certificate is exchanged for others: what is taken, what is left, and what comes back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOffers } from '../../../src/catalog/judge-offers.ts';
import { cancelOrder } from '../../../src/orders/acts/cancel-order.ts';
import { askForResend } from '../../../src/messaging/queue/resend.ts';
import { refundOrder } from '../../../src/orders/refund-order.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { addTargets } from '../../support/choice-things.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { choiceOf, line, type Choice } from './choice-world.ts';

const balances = async ({ client }: Choice): Promise<number> => client.getBalance();

const takenOfCode = async (world: TestWorld, { client }: Choice): Promise<(number | null)[]> => {
  const { rows } = await world
    .cellOf(client)
    .db.query<{ taken: number | null }>(
      `select taken_kopecks as taken from codes where product_id in (select id from products where digital_acceptance = 'exchange') order by id`,
    );
  return rows.map(({ taken }) => taken);
};

const refund = (world: TestWorld, { client }: Choice, requestId: number) =>
  refundOrder(world.cellOf(client).db, { clientId: client.id, requestId, note: 'test' }, world.clock.now());

test('one certificate becomes two others and a rest, which its client has not paid twice', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { discountBasisPoints: 500 });
  const key = await shop.buy({ email_to: 'mila@family.example', to: 'Мила', external_id: 'shop-1' });
  await world.pool(shop.books, 500, 1);
  const before = await balances(shop);

  const ids = await shop.chosen(key, [line(shop.books, 500)]);
  assert.equal((await shop.card(key)).leftKopecks, 50_000);
  assert.deepEqual(await takenOfCode(world, shop), [50_000]);
  await shop.assertVerified();
  await world.settle();
  const [first = 0] = ids;
  const status = await shop.client.getStatus(first);
  assert.deepEqual(
    [status['status'], status['face'], status['sum'], status['external_id']],
    ['ok', 500, 0, ''],
  );
  assert.equal(await balances(shop), before);
  assert.deepEqual(shop.client.told(first), [], 'its program has asked for none');

  const [second = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  const card = await shop.card(key);
  assert.equal(card.leftKopecks, 0);
  assert.deepEqual(
    card.exchanged.map(({ step, line: place, state, requestId }) => [step, place, state, requestId]),
    [
      [1, 1, 'issued', first],
      [2, 1, 'issued', second],
    ],
  );
  const letters = world.mail.letters.filter(({ to }) => JSON.stringify(to).includes('mila@family.example'));
  assert.equal(letters.length, 3, 'the certificate itself, and both that were chosen');
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)]), {
    is: 'more-than-left',
    leftKopecks: 0,
  });
  await shop.assertVerified();
});

test('a repeat exchanges nothing again, and an outdated choice nothing at all', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const both = [line(shop.coffee, 500), line(shop.coffee, 500)];
  const made = await shop.choose(key, both, 1);
  assert.ok(made.is === 'exchanged' && !made.repeated);
  assert.deepEqual(await shop.choose(key, both, 1), { ...made, repeated: true });
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 1000)], 1), { is: 'changed' });
  assert.deepEqual(await shop.choose(key, both.toReversed().slice(1), 1), { is: 'changed' });
  assert.deepEqual(await shop.choose(key, both, 3), { is: 'changed' }, 'there was no second one');
  assert.deepEqual(await shop.choose(key, [], 2), { is: 'empty' });
  assert.deepEqual(
    await shop.choose({ ...key, cardRequestId: made.requestIds[0] ?? 0 }, both, 1),
    { is: 'missing' },
    'what was chosen is no choice certificate',
  );
  await world.settle();
  await shop.assertVerified();
});

test('all of a choice or nothing: one line without a code leaves the others and the balance alone', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { delayedMode: true });
  const key = await shop.buy();
  const refused = await shop.choose(key, [line(shop.coffee, 500), line(shop.books, 500)]);
  assert.deepEqual(refused, {
    is: 'refused',
    line: line(shop.books, 500),
    refusal: { why: 'no-stock' },
  });
  const card = await shop.card(key);
  assert.deepEqual([card.leftKopecks, card.exchanged], [100_000, []]);
  const face = await shop.choose(key, [line(shop.coffee, 700)]);
  assert.deepEqual(face.is === 'refused' && face.refusal, { why: 'fields', names: ['face'] });
  assert.deepEqual(await takenOfCode(world, shop), [null]);
  await shop.chosen(key, [line(shop.coffee, 1000)]);
  await world.settle();
  await shop.assertVerified();
});

test('what ends without a certificate gives its part back, once, and it can be chosen again', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { delayedMode: true });
  const key = await shop.buy();
  await world.pool(shop.books, 500, [{ number: 'BOOK-1', pin: '', expiry: '2026-12-20' }]);
  const [cancelled = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  const [unsupplied = 0] = await shop.chosen(key, [line(shop.books, 500)]);
  assert.equal((await shop.card(key)).leftKopecks, 0);

  const { db, keyring } = world.cellOf(shop.client);
  const cancel = () =>
    cancelOrder(
      db,
      keyring,
      fromShell,
      { clientId: shop.client.id, requestId: cancelled },
      world.clock.now(),
    );
  assert.deepEqual(await cancel(), { is: 'cancelled' });
  assert.equal((await cancel()).is, 'too-late');
  assert.equal((await shop.card(key)).leftKopecks, 50_000);

  // Its code has expired by then; the client's delayed mode is not for who waits at the page.
  world.clock.forward('60 d');
  await world.settle();
  assert.equal((await shop.client.getStatus(unsupplied))['status'], 'error');
  const card = await shop.card(key);
  assert.equal(card.leftKopecks, 100_000);
  assert.ok(card.exchanged.every(({ givenBackAt }) => givenBackAt !== null));
  assert.deepEqual(await takenOfCode(world, shop), [0]);
  await shop.assertVerified();

  await shop.chosen(key, [line(shop.coffee, 1000)]);
  await world.settle();
  await shop.assertVerified();
});

test('a refund of what was chosen goes to the certificate, until nothing of it is taken', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  const before = await balances(shop);
  assert.deepEqual(await refund(world, shop, chosen), {
    is: 'refunded',
    sumKopecks: 50_000,
    toCertificate: true,
  });
  assert.equal((await refund(world, shop, chosen)).is, 'refunded-before');
  assert.equal(await balances(shop), before);
  assert.equal((await shop.card(key)).leftKopecks, 100_000);
  await shop.assertVerified();
  assert.deepEqual(await refund(world, shop, key.cardRequestId), { is: 'refunded', sumKopecks: 100_000 });
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)]), { is: 'over' });
  await shop.assertVerified();
});

test('an expired certificate is exchanged no more', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await world.ctx.db.query(`update products set validity = 'days', validity_days = 10 where id = $1`, [
    shop.choice.id,
  ]);
  const key = await shop.buy();
  world.clock.forward('12 d');
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)]), { is: 'over' });
  await world.settle();
});

// opensourcepos#4640: a card that was taken out of use was still debited.
test('a blocked certificate is exchanged no more', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const make = (state: string) =>
    world
      .cellOf(shop.client)
      .db.query(`update codes set state = $2 where product_id = $1`, [shop.choice.id, state]);
  await make('blocked');
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)]), { is: 'over' });
  await make('sold');
  assert.equal((await shop.choose(key, [line(shop.coffee, 500)])).is, 'exchanged');
  await world.settle();
});

test('a client whose money was charged back has sold the certificate: what its holder chooses is issued', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { balanceRoubles: 1000 });
  const key = await shop.buy();
  await world.pay(shop.client, -1000);
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  assert.equal((await shop.client.getStatus(chosen))['status'], 'ok');
  await shop.assertVerified();
});

test('a test order is exchanged for test orders, which give back as well', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy({ testmode: 1 });
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  const [cancelled = 0] = await shop.chosen(key, [line(shop.books, 500)]);
  const { db, keyring } = world.cellOf(shop.client);
  const id = { clientId: shop.client.id, requestId: cancelled };
  assert.deepEqual(await cancelOrder(db, keyring, fromShell, id, world.clock.now()), { is: 'cancelled' });
  await world.settle();
  const status = await shop.client.getStatus(chosen);
  assert.deepEqual([status['status'], status['testmode']], ['ok', 1]);
  assert.equal((await shop.card(key)).leftKopecks, 50_000);
  await shop.assertVerified();
});

test('what is chosen goes where the certificate went last, not where it was ordered to', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  for (const order of [{ email_to: 'wrong@stranger.example' }, { delivery_type: 'link' }]) {
    const key = await shop.buy(order);
    world.clock.forward('1 d');
    const ctx = world.cellOf(shop.client);
    const certificate = { clientId: key.clientId, requestId: key.cardRequestId };
    const asked = await askForResend(ctx, certificate, 'client', { email: 'right@family.example' });
    assert.equal(asked.is, 'asked');
    await world.settle();
    const [chosen] = await shop.chosen(key, [line(shop.coffee, 500)]);
    await world.settle();
    const { rows } = await ctx.db.query(`select address from deliveries where request_id = $1`, [chosen]);
    assert.deepEqual(rows, [{ address: 'right@family.example' }], JSON.stringify(order));
  }
});

test('no uuid that a client sends is in the way of an exchange', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const [first = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  const { uuid } = await world
    .cellOf(shop.client)
    .db.query<{ uuid: string }>(`select uuid from requests where id = $1`, [first])
    .then(({ rows }) => rows[0] ?? assert.fail());
  const refused = await shop.client.refusedOrder({ product_id: shop.coffee.id, face: 500, uuid });
  assert.deepEqual(
    refused.fields?.map(({ field }) => field),
    ['uuid'],
  );
  await world.settle();
});

test('of one certificate only so many orders are made in a day', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const small = await world.product({ scheme: 'platform', facesRoubles: [5] });
  await addTargets(world, shop.choice.id, { product: [small.id] });
  const key = await shop.buy({ delivery_type: 'link' });
  const twenty = Array.from({ length: 20 }, () => line(small, 5));
  for (let count = 0; count < 3; count += 1) await shop.chosen(key, twenty);
  assert.deepEqual(await shop.choose(key, [line(small, 5)]), { is: 'too-often' });
  assert.equal((await shop.choose(key, [...twenty, line(small, 5)])).is, 'too-many');
  await world.settle();
  world.clock.forward('25 h');
  await shop.chosen(key, [line(small, 5)]);
  await world.settle();
  await shop.assertVerified();
});

test('a choice card whose numbers its supplier knows is neither exchanged nor sold', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const { client } = shop;
  const pooled = await world.product();
  await world.pool(pooled, 1000, 2);
  const id = await client.makeOrder({ product_id: pooled.id, face: 1000, delivery_type: 'link' });
  await world.settle();
  // As a catalogue of a version before has brought it.
  await world.ctx.db.query(`update products set digital_acceptance = 'exchange' where id = $1`, [pooled.id]);
  await addTargets(world, pooled.id, { product: [shop.coffee.id] });
  const [offer] = await readOffers(world.ctx.db, { productIds: [pooled.id] });
  assert.deepEqual([offer?.offered, offer?.lacks], [false, ['exchange']]);
  const key = { clientId: client.id, cardRequestId: id };
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)], 1), { is: 'missing' });
  const links = await client.getLinks(id);
  assert.equal(links.exchange_url, null);
  assert.match(await (await fetch(`${links.download_url}?lang=en`)).text(), /Open the certificate/);
  await client.refusedOrder({ product_id: pooled.id, face: 1000, delivery_type: 'link' });
});
