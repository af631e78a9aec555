import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { moscowDay } from '../../../src/platform/time/moscow-time.ts';
import { choiceOf, type Choice } from '../../orders/exchange/choice-world.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { baskets, courses, faces, type Act } from './samples.ts';

const paid = 100_000;
const dayMs = 86_400_000;

interface Shop extends Choice {
  /** Presses the last button; the status of the answer. */
  press(card: Holder, basket: string, step?: number): Promise<number>;
  hold(): Promise<Holder>;
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
  await world.ctx.db.query(`update products set validity = 'days', validity_days = 10 where id = $1`, [
    shop.choice.id,
  ]);
  const holder = await shop.hold();
  const basket = `${shop.coffee.id}-50000`;
  assert.equal((await fetch(`${holder.url}/confirm?b=${basket}&step=1`)).status, 200);
  world.clock.forward('12 d');
  assert.equal(await shop.press(holder, basket), 409);
  assert.equal(await takenOf(shop, holder), 0);
  await world.settle();
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
