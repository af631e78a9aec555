/** What scripts ask for while something is on its way: less than a page, and nothing of what belongs to a page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { setFlash } from '../../src/people/sessions/session.ts';
import { confirm, csvSheet, upload } from '../support/bulk-world.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const mostBytes = 2000;

const stateIn = (body: string): string | undefined => /id="live"[^>]* data-state="([^"]*)"/.exec(body)?.[1];

const partOf = async (who: Visitor, url: string): Promise<string | undefined> => {
  const { statusCode, body } = await who.get(`${url}/live`);
  assert.equal(statusCode, 200, url);
  assert.ok(Buffer.byteLength(body) < mostBytes, `${url}/live: ${Buffer.byteLength(body)} bytes`);
  return stateIn(body);
};

describe('parts of pages that are asked for while something is on its way', () => {
  let world: TestWorld;
  let shop: TestClient;
  let product: TestProduct;
  let owner: Visitor;
  let stranger: Visitor;
  let support: Visitor;

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Лавка' });
    const other = await world.client({ name: 'Ларёк' });
    product = await world.product({ scheme: 'platform' });
    owner = await visitor(world, clientParty(shop.id), 'owner');
    stranger = await visitor(world, clientParty(other.id), 'owner');
    support = await visitor(world, operator, 'support');
  });
  after(() => world[Symbol.asyncDispose]());

  test('an order on its way has another state with each step, the same on its page; one that rests is not asked for', async () => {
    const id = await shop.makeOrder({
      product_id: product.id,
      face: 500,
      email_to: 'mila@recipients.example',
    });
    const sides = [
      [owner, `/c/orders/${id}`],
      [support, `/o/orders/${id}`],
    ] as const;
    const first = await Promise.all(sides.map(([who, url]) => partOf(who, url)));
    for (const [index, [who, url]] of sides.entries()) {
      const page = (await who.get(url)).body;
      assert.equal(stateIn(page), first[index]);
      assert.match(page, /data-at="\/[co]\/orders\/\d+\/live\?lang=en"/);
      assert.doesNotMatch(page, /http-equiv="refresh"/, 'without scripts as before');
    }
    await world.settle();
    const afterwards = await Promise.all(sides.map(([who, url]) => partOf(who, url)));
    for (const [index, state] of afterwards.entries()) assert.notEqual(state, first[index]);
    world.clock.forward('11 min');
    await world.settle();
    for (const [who, url] of sides) {
      const page = (await who.get(url)).body;
      assert.equal(stateIn(page), undefined);
      assert.doesNotMatch(page, /<script type="module">|setInterval/);
    }
  });

  test('of another client, and of a number that nobody has, there is none', async () => {
    const id = await shop.makeOrder({ product_id: product.id, face: 500 });
    for (const one of [id, id + 1000, 'x'])
      assert.equal((await stranger.get(`/c/orders/${one}/live`)).statusCode, 404);
    assert.equal((await support.get(`/o/orders/${id + 1000}/live`)).statusCode, 404);
    await world.settle();
  });

  test('a bulk order tells its progress by its part alone', async () => {
    const sheet = csvSheet(['product_id', 'face'], [[product.id, 500]]);
    const bulkId = await upload(world, shop.id, sheet);
    const shown = await partOf(owner, `/c/bulk/${bulkId}`);
    assert.equal(stateIn((await owner.get(`/c/bulk/${bulkId}`)).body), shown);
    await confirm(world, shop.id, bulkId);
    assert.notEqual(await partOf(owner, `/c/bulk/${bulkId}`), shown);
    await world.settle();
    const { body } = await owner.get(`/c/bulk/${bulkId}/live`);
    assert.match(body, /<progress max="1" value="1"/);
    assert.equal((await stranger.get(`/c/bulk/${bulkId}/live`)).statusCode, 404);
  });

  test('what waits for the operator is told by the numbers of the menu', async () => {
    const page = (await support.get('/o')).body;
    assert.equal(stateIn(page), await partOf(support, '/o'));
    assert.equal((await owner.get('/o/live')).statusCode, 404);
  });

  test('what was left to be said is said by the next page, not lost to a part', async () => {
    await setFlash(world.ctx.db, owner.person.cookie, 'yes|Saved for the page.');
    await partOf(support, '/o');
    const id = await shop.makeOrder({ product_id: product.id, face: 500 });
    assert.doesNotMatch((await owner.get(`/c/orders/${id}/live`)).body, /Saved/);
    assert.match((await owner.get('/c/orders')).body, /Saved for the page/);
    await world.settle();
  });
});
