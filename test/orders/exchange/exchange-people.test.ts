/** What people do with exchanged orders, and what recipients hear of a certificate that is used up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf, line } from './choice-world.ts';

test('with four eyes nobody alone takes back what was chosen, above the sum', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  const support = await visitor(world, operator, 'support');
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 10_000 }, world.clock.now());
  await support.post(`/o/orders/${chosen}/refund`, { note: 'exchanged' });
  assert.equal((await shop.card(key)).leftKopecks, 50_000);
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 50_000 }, world.clock.now());
});

test('whoever has exchanged everything is not reminded that it expires', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await world.ctx.db.query(
    `update products set validity = 'days', validity_days = 40, remind_before_expiry = true where id = $1`,
    [shop.choice.id],
  );
  const [used, kept] = [
    await shop.buy({ email_to: 'mila@family.example' }),
    await shop.buy({ email_to: 'oleg@family.example' }),
  ];
  await shop.chosen(used, [line(shop.coffee, 1000)]);
  await world.settle();
  const before = world.mail.letters.length;
  world.clock.forward('35 d');
  await world.settle();
  const to = world.mail.letters.slice(before).map((letter) => JSON.stringify(letter.to));
  assert.equal(to.length, 1);
  assert.match(to[0] ?? '', /oleg@family\.example/);
  assert.equal((await shop.card(kept)).leftKopecks, 100_000);
});

test('a client that looks at the number is told that no till takes it, and where it is exchanged', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const { cardRequestId } = await shop.buy();
  const plain = await shop.client.makeOrder({
    product_id: shop.coffee.id,
    face: 500,
    delivery_type: 'link',
  });
  await world.settle();
  const { exchange_url: link } = await shop.client.getLinks(cardRequestId);
  const owner = await visitor(world, { side: 'client', partyId: shop.client.id }, 'owner');
  const { body } = await owner.post(`/c/orders/${cardRequestId}/code`, {});
  assert.match(body, /No till takes this number/);
  assert.ok(link !== null && body.includes(link));
  const other = await owner.post(`/c/orders/${plain}/code`, {});
  assert.match(other.body, /<code>/);
  assert.doesNotMatch(other.body, /No till takes/);
});
