import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { blockSoldCodes } from '../../src/vault/sold-codes.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { offerUntested } from '../support/arrange.ts';
import { rowsOfAll } from '../support/rows-of-all.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';
import { shop } from './redemption-shop.ts';

const english = { 'accept-language': 'en' };

test('a till checks a certificate, redeems it once, and learns when and where it was redeemed', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world, { validity: { is: 'days', days: 10 } });
  const code = await buy();
  assert.deepEqual((await caller.check(code)).body, {
    code,
    state: 'active',
    face: 500,
    expire_at: '2026-12-01 23:59:59',
  });
  // Typed as people type: in groups, in lower case.
  const typed = code.toLowerCase().replaceAll(/.{4}/g, '$& ').trim();
  const redeemed = await caller.redeem({ code: typed, till: 'Касса 3, Арбат' });
  assert.equal(redeemed.status, 200);
  assert.match(String(redeemed.body['transaction']), /^[0-9A-Z]{12}$/);
  assert.equal(redeemed.body['redeemed_at'], '2026-11-21 12:00:00');
  world.clock.forward('5 min');
  const again = await caller.redeem({ code });
  assert.equal(again.status, 409);
  assert.deepEqual(again.body.error, {
    code: 'already_redeemed',
    text: 'сертификат уже погашен',
    redeemed_at: '2026-11-21 12:00:00',
    till: 'Касса 3, Арбат',
  });
  assert.equal((await caller.redeem({ code }, english)).body.error?.['text'], 'certificate already redeemed');
  assert.equal((await caller.check(code)).body['state'], 'redeemed');
  world.clock.forward('30 d');
  assert.equal((await caller.check(code)).body['state'], 'redeemed', 'also after its validity');
});

test('of 64 tills at once, exactly one redeems', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world);
  for (const round of [1, 2, 3]) {
    const code = await buy();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, till) =>
        caller.redeem({ code, till: `Касса ${till}`, idempotency_key: `${round}-${till}` }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    for (const { status, body } of answers.filter((answer) => answer !== winners[0])) {
      assert.equal(status, 409);
      assert.equal(body.error?.['code'], 'already_redeemed');
      assert.match(String(body.error?.['till']), /^Касса \d+$/);
    }
    const redeemed = await rowsOfAll(world, `select from redemptions`);
    assert.equal(redeemed.length, round);
  }
});

test('a repeat with the same key gets the same answer; the key does not work for another certificate', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world);
  const [code, other] = [await buy(), await buy()];
  const ask = { code, idempotency_key: 'чек-1' };
  // A till that lost the answer repeats, also many times at once.
  const answers = await Promise.all(Array.from({ length: 16 }, () => caller.redeem(ask)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
  const mixed = await caller.redeem({ code: other, idempotency_key: 'чек-1' });
  assert.equal(mixed.status, 409);
  assert.equal(mixed.body.error?.['code'], 'idempotency_mismatch');
  assert.equal((await caller.check(other)).body['state'], 'active', 'the other one is untouched');
  assert.equal((await caller.redeem({ code, idempotency_key: 'чек-2' })).status, 409);
});

test('expired, inactive and blocked certificates are refused, each with its own code', async () => {
  await using world = await testWorld();
  const { client, caller, buy, product } = await shop(world, { validity: { is: 'days', days: 1 } });
  const { db } = world.cellOf(client);
  const [expired, inactive, blocked] = [await buy(), await buy(), await buy()];
  const { rows } = await db.query<{ id: number }>(`select id from codes order by id`);
  const [, second, third] = rows.map(({ id }) => id);
  await db.query(`update codes set active = false where id = $1`, [second]);
  await transaction(db, (tx) =>
    blockSoldCodes(tx, [{ supplierId: product.supplierId, codeId: Number(third) }]),
  );
  for (const [code, state] of [
    [inactive, 'inactive'],
    [blocked, 'blocked'],
  ] as const) {
    assert.equal((await caller.check(code)).body['state'], state);
    const refused = await caller.redeem({ code });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error?.['code'], state);
  }
  world.clock.forward('2 d');
  assert.equal((await caller.check(expired)).body['state'], 'expired');
  assert.equal((await caller.redeem({ code: expired })).body.error?.['code'], 'expired');
  // Restored, so that `verify` at the end of the test passes.
  await db.query(
    `update codes set active = true, state = 'sold', client_id = t.client_id, request_id = t.request_id, sold_at = t.issued_at
     from certificates t where t.code_id = codes.id`,
  );
  await db.query(`insert into unlisted_codes select supplier_id, id from codes on conflict do nothing`);
});

test('the gift page says when its certificate was redeemed, or that its validity is over', async () => {
  await using world = await testWorld();
  const { client, product, caller } = await shop(world, { validity: { is: 'days', days: 10 } });
  const order = { product_id: product.id, face: 500, delivery_type: 'link' };
  const [used, left] = [await client.makeOrder(order), await client.makeOrder(order)];
  await world.settle();
  const page = async (id: number, method = 'GET'): Promise<string> => {
    const { pathname } = new URL((await client.getLinks(id)).download_url ?? '');
    const answer = await fetch(`${world.baseUrl}${pathname}?lang=en`, { method });
    assert.equal(answer.status, 200);
    return (await answer.text()).replaceAll('\u00a0', ' ');
  };
  assert.doesNotMatch(await page(used), /has been used/);
  const { code } = await client.getCode(used);
  world.clock.forward('5 min');
  assert.equal((await caller.redeem({ code })).status, 200);
  assert.match(await page(used), /has been used<\/b><br>21 November 2026 at 12:05, Moscow time/);
  assert.match((await page(used, 'POST')).replaceAll(/<\/?span>/g, ''), new RegExp(code));
  world.clock.forward('30 d');
  assert.match(await page(used), /has been used/, 'also after its validity');
  assert.match(await page(left), /could be used until 1 December 2026/);
});

test('at the till O is read as 0, and I and L as 1, unless another code has that number', async () => {
  await using world = await testWorld();
  const { buy, client, product } = await shop(world);
  const { supplierId, brandId } = product;
  const caller = await supplierCaller(world, supplierId, { redeemsOwn: true });
  let code = await buy();
  while (!/0/.test(code) || !/1/.test(code)) code = await buy();
  const typed = code.replaceAll('0', 'o').replaceAll('1', 'L');
  assert.equal((await caller.check(typed)).body['state'], 'active');
  const wrong = typed.slice(0, -1) + (typed.endsWith('Z') ? 'Y' : 'Z');
  assert.equal((await caller.check(wrong)).status, 404, 'the check symbol still counts');

  // The supplier's own code with exactly this spelling is found first.
  const fields = { title: 'Кофе', issuerName: 'ООО «Зерно»', supportEmail: 'help@zerno.example' };
  const own = await transaction(world.ctx.db, (tx) =>
    addProduct(tx, { supplierId, scheme: 'pool', facesKopecks: [100_000], fields }, world.clock.now()),
  );
  assert.ok(own.is === 'added');
  await transaction(world.ctx.db, (tx) => offerUntested(tx, [own.productId], world.clock.now()));
  await world.pool({ id: own.productId, supplierId, brandId }, 1000, [{ number: typed, pin: '' }]);
  assert.equal((await caller.check(typed)).body['face'], 500, 'as long as nobody bought it');
  await client.makeOrder({ product_id: own.productId, face: 1000, delivery_type: 'code' });
  await world.settle();
  assert.equal((await caller.check(typed)).body['face'], 1000);
  assert.equal((await caller.redeem({ code: typed })).status, 200);
  assert.equal((await caller.check(code)).body['state'], 'active');
  assert.equal((await caller.redeem({ code: code.replaceAll('1', 'i') })).status, 200);
});
