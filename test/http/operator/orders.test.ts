import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('orders of all clients, for the operator', () => {
  let world: TestWorld;
  let support: Visitor;
  let auditor: Visitor;
  let shop: TestClient;
  let other: TestClient;
  let made: number;
  let ofOther: number;
  let waiting: number;
  let productId: number;

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Лавка', delayedMode: true });
    other = await world.client({ name: 'Ларёк' });
    const made1 = await world.product({ scheme: 'platform' });
    const pooled = await world.product({ scheme: 'pool' });
    productId = made1.id;
    const sent = { delivery_type: 'email', email_to: 'anna@mail.example', product_id: made1.id, face: 500 };
    made = await shop.makeOrder(sent);
    ofOther = await other.makeOrder({ product_id: made1.id, face: 500 });
    waiting = await shop.makeOrder({ product_id: pooled.id, face: 500 });
    await world.settle();
    support = await visitor(world, operator, 'support');
    auditor = await visitor(world, operator, 'auditor');
  });
  after(() => world[Symbol.asyncDispose]());

  const numbersOn = async (url: string): Promise<number[]> => {
    const page = await support.get(url);
    assert.equal(page.statusCode, 200);
    return [...page.body.matchAll(/\/o\/orders\/(\d+)\?/g)].map(([, id]) => Number(id));
  };

  test('lists by state over all clients, and of one client by everything', async () => {
    assert.deepEqual(await numbersOn('/o/orders'), [ofOther, made], 'the issued, newest first');
    assert.deepEqual(await numbersOn('/o/orders?state=delayed'), [waiting]);
    assert.deepEqual(await numbersOn('/o/orders?state=failed'), []);
    assert.deepEqual(await numbersOn('/o/orders?state=queued'), []);
    assert.deepEqual(await numbersOn('/o/orders?state=obtaining'), []);
    assert.deepEqual(await numbersOn(`/o/orders?client=${shop.id}`), [waiting, made]);
    assert.deepEqual(await numbersOn(`/o/orders?client=${shop.id}&q=anna@mail.example`), [made]);
    assert.deepEqual(await numbersOn(`/o/orders?state=issued&product=${productId}`), [ofOther, made]);
    assert.deepEqual(await numbersOn(`/o/orders?q=${made}`), [made]);
    const { rows } = await world.home.db.query<{ order_id: number }>(
      `select order_id from requests where id = $1`,
      [made],
    );
    assert.deepEqual(await numbersOn(`/o/orders?q=${rows[0]?.order_id}`), [made]);
  });

  test('an order that was opened from a list leads to those beside it there', async () => {
    const besideOn = async (url: string): Promise<string[]> => {
      const [ways = ''] = /<nav class="pager beside"[^]*?<\/nav>/.exec((await support.get(url)).body) ?? [];
      return [...ways.matchAll(/orders\/(\d+\?[^"]*)&amp;lang=en"/g)].map(([, to]) => to ?? '');
    };
    const list = await support.get(`/o/orders?state=issued&product=${productId}`);
    const [opened = ''] = new RegExp(`/o/orders/${made}[^"]*`).exec(list.body) ?? [];
    const address = opened.replaceAll('&amp;', '&');
    assert.equal(address, `/o/orders/${made}?state=issued&product=${productId}&lang=en`);
    assert.deepEqual(await besideOn(address), [`${ofOther}?state=issued&amp;product=${productId}`]);
    assert.deepEqual(await besideOn(`/o/orders/${ofOther}?state=issued`), [`${made}?state=issued`]);
    assert.deepEqual(await besideOn(`/o/orders/${made}?client=${shop.id}`), [`${waiting}?client=${shop.id}`]);
    assert.deepEqual(await besideOn(`/o/orders/${made}?client=${shop.id}&state=issued`), []);
    assert.deepEqual(await besideOn(`/o/orders/${waiting}?state=issued`), [], 'it is in another list');
    assert.deepEqual(await besideOn(`/o/orders/${made}`), [], 'from no list');
  });

  test('a page of each list goes on where the one before ended', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 51; count += 1)
      ids.push(await other.makeOrder({ product_id: productId, face: 500 }));
    await world.settle();
    const first = await support.get('/o/orders');
    const older = /href="([^"]+older=\d+[^"]*)"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const seen = [...(await numbersOn('/o/orders')), ...(await numbersOn(older))];
    assert.equal(new Set(seen).size, 53);
    assert.ok(ids.every((id) => seen.includes(id)));
  });

  test('an order shows its whole story; addresses only to those who write to recipients', async () => {
    const page = await support.get(`/o/orders/${made}`);
    assert.match(page.body, /anna@mail\.example/);
    assert.match(page.body, /Лавка/);
    const masked = await auditor.get(`/o/orders/${made}`);
    assert.equal(masked.statusCode, 200);
    assert.doesNotMatch(masked.body, /anna@mail/);
    assert.match(masked.body, /a•••@mail\.example/);
    assert.doesNotMatch(masked.body, /<form method="post" action="\/o\//);
    assert.match((await support.get(`/o/orders/${waiting}`)).body, /codes of this face/);
    assert.match((await support.get('/o/waiting')).body, /codes of this face/);
  });

  test('support resends, refunds with a reason and cancels; each act is kept', async () => {
    assert.equal((await support.post(`/o/orders/${made}/resend`, { email: 'nobody' })).statusCode, 422);
    assert.equal(
      (await support.post(`/o/orders/${made}/resend`, { email: 'boris@mail.example' })).statusCode,
      303,
    );
    assert.equal((await support.post(`/o/orders/${made}/refund`, { note: ' ' })).statusCode, 422);
    const taken = { note: 'bought twice', takenBack: 'yes' };
    assert.equal(
      (await support.post(`/o/orders/${made}/refund`, taken)).statusCode,
      422,
      'it was not redeemed',
    );
    const refunded = await support.post(`/o/orders/${made}/refund`, { note: 'bought twice' });
    assert.equal(refunded.statusCode, 303);
    assert.equal((await support.post(`/o/orders/${made}/refund`, { note: 'again' })).statusCode, 422);
    assert.equal((await support.post(`/o/orders/${waiting}/retry`)).statusCode, 303);
    assert.match((await support.get(`/o/orders/${waiting}`)).body, /has no planned time/);
    assert.equal((await support.post(`/o/orders/${waiting}/cancel`)).statusCode, 303);
    await world.settle();
    assert.deepEqual(await numbersOn('/o/orders?state=cancelled'), [waiting]);
    assert.equal(await shop.getBalance(), 100_000);
    const { rows } = await world.home.db.query<{ act: string }>(
      `select act from audit where side = 'client' and party_id = $1 and act like 'order.%' order by seq`,
      [shop.id],
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['order.resent', 'order.refunded', 'order.cancelled'],
    );
    for (const act of ['resend', 'refund', 'cancel', 'retry'])
      assert.equal((await auditor.post(`/o/orders/${made}/${act}`, { note: 'x' })).statusCode, 404, act);
  });

  test('a refund is asked for by somebody who has just proved to be there', async () => {
    world.clock.forward('11 min');
    const answer = await support.post(`/o/orders/${ofOther}/refund`, { note: 'bought twice' });
    assert.match(String(answer.headers.location), /^\/in\/second/);
    assert.equal(await other.getBalance(), 100_000 - 52 * 500);
  });
});
