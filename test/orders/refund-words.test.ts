/** What the command and the operator's page say of refunds of choice certificates and of certificates in parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { visitor } from '../support/pages-of.ts';
import { runCommand } from '../support/run-command.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { choiceOf, line } from './exchange/choice-world.ts';

const refund = (world: TestWorld, id: number, ...more: string[]) =>
  runCommand(world, ['order', 'refund', String(id), '--note', 'возврат', ...more]);

test('the command says where a refund goes: to the certificate, or what was paid for the rest to the client', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { discountBasisPoints: 500 });
  const key = await shop.buy();
  const [first = 0, second = 0] = await shop.chosen(key, [line(shop.coffee, 500), line(shop.coffee, 500)]);
  const early = await refund(world, key.cardRequestId);
  assert.equal(early.code, 1);
  assert.match(early.err, /something is still being issued/);
  await world.settle();
  const nothing = await refund(world, key.cardRequestId);
  assert.equal(nothing.code, 1);
  assert.match(nothing.err, /has nothing left to refund/);

  const toCard = await refund(world, first, '--json');
  const said = { id: first, client_id: shop.client.id, refunded: 0, to_certificate: 500 };
  assert.deepEqual(JSON.parse(toCard.out), said, 'nothing went to the client');
  const rest = await refund(world, key.cardRequestId);
  assert.match(rest.out, new RegExp(`Refunded 475 to client ${shop.client.id}\\.`));
  const toClient = await refund(world, second, '--json');
  assert.deepEqual(JSON.parse(toClient.out), { id: second, client_id: shop.client.id, refunded: 475 });
  const shown = await runCommand(world, ['order', 'show', String(key.cardRequestId), '--json']);
  assert.match(shown.out, /"refunded": ?475\b/);
  const again = await refund(world, second);
  assert.match(again.err, /was refunded on/);
  await shop.assertVerified();
});

test('what a till has taken in part is not refunded as taken back', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform', inParts: true });
  const caller = await supplierCaller(world, product.supplierId);
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  const { code } = await client.getCode(id);
  assert.equal((await caller.redeem({ code, amount: 120, idempotency_key: 'a' })).status, 200);
  const refused = await refund(world, id, '--taken-back');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /was not redeemed, or not all of it/);
});

test('four eyes judge a refund by what is left, and the page says what was returned', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const half = async () => {
    const key = await shop.buy();
    await shop.chosen(key, [line(shop.coffee, 500)]);
    await world.settle();
    return key;
  };
  const [alone, together] = [await half(), await half()];
  const { ctx, clock } = world;
  const support = await visitor(world, operator, 'support');
  const press = ({ cardRequestId }: typeof alone) =>
    support.post(`/o/orders/${cardRequestId}/refund`, { note: 'возврат' });
  const before = await shop.client.getBalance();

  await setFourEyes(ctx, fromShell, { on: true, aboveKopecks: 50_000 }, clock.now());
  await press(alone);
  assert.ok((await shop.card(alone)).refundedAt !== null, 'its face is above the sum, its rest is not');
  assert.equal(await shop.client.getBalance(), before + 500);
  const page = await support.get(`/o/orders/${alone.cardRequestId}?lang=en`);
  assert.match(page.body, /Returned to the client<\/dt><dd>500\s*₽/);
  assert.doesNotMatch(page.body, /Left on the certificate/);
  const chosen = async () => (await shop.card(alone)).exchanged[0] ?? assert.fail('nothing was chosen');
  await press({ ...alone, cardRequestId: (await chosen()).requestId });
  assert.equal((await chosen()).returnedKopecks, null, 'with the rest it is above the sum');
  await setFourEyes(ctx, fromShell, { on: true, aboveKopecks: 49_999 }, clock.now());
  await press(together);
  assert.equal((await shop.card(together)).refundedAt, null, 'somebody else has to allow it');
  await shop.assertVerified();
});
