import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeProduct } from '../../../src/certificates/templates/change-catalog.ts';
import { operator } from '../../../src/people/access/party.ts';
import { moscowDay } from '../../../src/platform/time/moscow-time.ts';
import { choiceOf, type Choice } from '../../orders/exchange/choice-world.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { baskets, between, courses, faces, type Act } from './samples.ts';

const paid = 100_000;
const dayMs = 86_400_000;

interface Shop extends Choice {
  /** Presses the last button; the status of the answer. */
  press(card: Holder, basket: string, step?: number): Promise<number>;
  hold(): Promise<Holder>;
  /** What is sold from now on is valid for so many days. */
  endAfter(days: number): Promise<unknown>;
}

interface Holder {
  key: { clientId: number; cardRequestId: number };
  url: string;
}

async function shopOf(world: TestWorld): Promise<Shop> {
  const shop = await choiceOf(world);
  return {
    ...shop,
    async hold() {
      const key = await shop.buy({ delivery_type: 'link' });
      const { exchange_url: url } = await shop.client.getLinks(key.cardRequestId);
      return { key, url: url ?? assert.fail('no exchange_url') };
    },
    endAfter: (days) =>
      world.ctx.db.query(`update products set validity = 'days', validity_days = $2 where id = $1`, [
        shop.choice.id,
        days,
      ]),
    async press({ url }, b, step = 1) {
      const body = new URLSearchParams({ step: String(step), b });
      return (await fetch(url, { method: 'POST', redirect: 'manual', body })).status;
    },
  };
}

const takenOf = async (shop: Shop, { key }: Holder): Promise<number> =>
  paid - (await shop.card(key)).leftKopecks;

test('only what is sold is taken for it, and never more than there is', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const products = { A: shop.coffee.id, B: shop.books.id, C: shop.choice.id };
  const asked = [...faces.map((sample) => ({ ...sample, input: `A-${sample.input}` })), ...baskets];
  for (const { name, input, right } of asked) {
    const holder = await shop.hold();
    const basket = input.replaceAll(/[ABC]/g, (letter) => String(products[letter as 'A']));
    assert.equal(await shop.press(holder, basket), right === 0 ? 409 : 303, name);
    assert.equal(await takenOf(shop, holder), right, name);
  }
  await world.settle();
  await shop.assertVerified();
});

// affiliatewp-store-credit#67, spree/spree#13734, Azuriom/Plugin-Shop#285
test('a button that is pressed by many fingers at once takes once', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const holder = await shop.hold();
  const fingers = Array.from({ length: 12 }, () => shop.press(holder, `${shop.coffee.id}-50000`));
  assert.deepEqual(new Set(await Promise.all(fingers)), new Set([303]));
  assert.equal(await takenOf(shop, holder), 50_000);
  await world.settle();
});

// medusajs/medusa#6653, spree/spree#14471
test('what was put into the basket in time is not exchanged after the end', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  await shop.endAfter(10);
  const holder = await shop.hold();
  const basket = `${shop.coffee.id}-50000`;
  assert.equal((await fetch(`${holder.url}/confirm?b=${basket}&step=1`)).status, 200);
  world.clock.forward('12 d');
  assert.equal(await shop.press(holder, basket), 409);
  assert.equal(await takenOf(shop, holder), 0);
  await world.settle();
});

test('what has changed since the question is seen when the button is pressed', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const switchOn = (switchedOn: boolean) =>
    changeProduct(world.ctx.db, { productId: shop.coffee.id, fields: { switchedOn } }, world.clock.now());
  for (const { name, input, right } of between) {
    const support = await visitor(world, operator, 'support');
    const before = await shop.client.getBalance();
    const holder = await shop.hold();
    const basket = `${shop.coffee.id}-50000`;
    assert.equal((await fetch(`${holder.url}/confirm?b=${basket}&step=1`)).status, 200, name);
    if (input === 'off-sale') await switchOn(false);
    if (input === 'refund-card')
      await support.post(`/o/orders/${holder.key.cardRequestId}/refund`, { note: name });
    assert.equal(await shop.press(holder, basket), right ? 303 : 409, name);
    await switchOn(true);
    await world.settle();
    const { exchanged } = await shop.card(holder.key);
    assert.equal(exchanged.length, right ? 1 : 0, name);
    const paidBack = (await shop.client.getBalance()) - before;
    assert.equal(paidBack, input === 'refund-card' ? 0 : -1000, name);
    await shop.assertVerified();
  }
});

// spree/spree#14577
test('of two baskets that do not fit together one is taken, and what is left can be chosen then', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const holder = await shop.hold();
  const [half, whole] = [`${shop.coffee.id}-50000`, `${shop.coffee.id}-100000`];
  const answers = await Promise.all([shop.press(holder, half), shop.press(holder, whole)]);
  assert.deepEqual(answers.toSorted(), [303, 409]);
  const isHalf = answers[0] === 303;
  assert.equal(await takenOf(shop, holder), isHalf ? 50_000 : paid);
  assert.equal(await shop.press(holder, half, 2), isHalf ? 303 : 409);
  assert.equal(await takenOf(shop, holder), paid);
  await world.settle();
  await shop.assertVerified();
});

// ach1992/ach-gift-cards-for-woo#3
test('the holder presses while two operators take the certificate back: it is spent once', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  for (let turn = 0; turn < 3; turn += 1) {
    const people = [await visitor(world, operator, 'support'), await visitor(world, operator, 'support')];
    const before = await shop.client.getBalance();
    const holder = await shop.hold();
    const refund = `/o/orders/${holder.key.cardRequestId}/refund`;
    const [pressed] = await Promise.all([
      shop.press(holder, `${shop.coffee.id}-100000`),
      ...people.map((one) => one.post(refund, { note: 'both' })),
    ]);
    await world.settle();
    const { refundedAt, exchanged } = await shop.card(holder.key);
    const spent = before - (await shop.client.getBalance());
    assert.deepEqual(
      pressed === 303
        ? [exchanged.length, refundedAt, spent]
        : [exchanged.length, refundedAt !== null, spent],
      pressed === 303 ? [1, null, 1000] : [0, true, 0],
    );
  }
  await shop.assertVerified();
});

// opensourcepos/opensourcepos#1620, w3c/webpayments-ig#21
test('what comes back to a certificate that has ended can be exchanged no more, and goes to its client', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  await shop.endAfter(10);
  const before = await shop.client.getBalance();
  const holder = await shop.hold();
  assert.equal(await shop.press(holder, `${shop.coffee.id}-50000`), 303);
  await world.settle();
  world.clock.forward('12 d');
  const support = await visitor(world, operator, 'support');
  const [{ requestId } = assert.fail()] = (await shop.card(holder.key)).exchanged;
  await support.post(`/o/orders/${requestId}/refund`, { note: 'late' });
  assert.equal(await takenOf(shop, holder), 0);
  assert.equal(await shop.press(holder, `${shop.coffee.id}-50000`, 2), 409);
  await support.post(`/o/orders/${holder.key.cardRequestId}/refund`, { note: 'ended' });
  assert.equal(await shop.client.getBalance(), before);
  await shop.assertVerified();
});

test('what comes back comes back once and whole, and nobody has a certificate and its money', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const { client, coffee, books } = shop;
  for (const { name, input, right } of courses) {
    // Somebody who has just signed in.
    const support = await visitor(world, operator, 'support');
    const holder = await shop.hold();
    const { cardRequestId } = holder.key;
    const before = await client.getBalance();
    // What is to fail has a code that ends before it is issued.
    const product = input.includes('fail') ? books : coffee;
    const expiry = moscowDay(new Date(world.clock.now().getTime() + 30 * dayMs));
    if (product === books)
      await world.pool(books, 500, [{ number: `BOOK-${cardRequestId}`, pin: '', expiry }]);
    assert.equal(await shop.press(holder, `${product.id}-50000`), 303, name);
    const [{ requestId } = assert.fail(name)] = (await shop.card(holder.key)).exchanged;
    const acts: Record<Act, () => Promise<unknown>> = {
      cancel: () => support.post(`/o/orders/${requestId}/cancel`),
      issue: () => world.settle(),
      async fail() {
        world.clock.forward('60 d');
        await world.settle();
      },
      refund: () => support.post(`/o/orders/${requestId}/refund`, { note: name }),
      'refund-card': () => support.post(`/o/orders/${cardRequestId}/refund`, { note: name }),
    };
    for (const act of input) await acts[act]();
    await world.settle();
    const card = await shop.card(holder.key);
    const isOver = card.refundedAt !== null;
    const has = card.exchanged.filter(({ state, givenBackAt }) => state === 'issued' && givenBackAt === null);
    const back = (await client.getBalance()) - before;
    assert.deepEqual({ left: isOver ? 0 : card.leftKopecks, has: has.length, back }, right, name);
    await shop.assertVerified();
  }
});
