import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { blockSoldCodes } from '../../src/vault/sold-codes.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { hashPassword } from '../../src/platform/secrets/password.ts';
import { setIntegrationAccess } from '../../src/suppliers/used-export/integration-access.ts';
import type { ProductTraits, TestProduct } from '../support/arrange.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** A client, a product with platform codes, its supplier's software, and a way to buy numbers. */
async function shop(world: TestWorld, traits: ProductTraits = {}) {
  const client = await world.client();
  const product = await world.product({ scheme: 'platform', ...traits });
  const caller = await supplierCaller(world, product.supplierId);
  return { client, product, caller, buy: () => buyOne(world, client, product) };
}

async function buyOne(world: TestWorld, client: TestClient, product: TestProduct): Promise<string> {
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  return (await client.getCode(id)).code;
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

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

test('64 tills at once: exactly one wins', async () => {
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
    const { rows } = await world.ctx.db.query<{ n: number }>(`select count(*) as n from redemptions`);
    assert.equal(rows[0]?.n, round);
  }
});

test('a repeat with the same key gets the same answer; the key opens no other certificate', async () => {
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
  const { caller, buy, product } = await shop(world, { validity: { is: 'days', days: 1 } });
  const [expired, inactive, blocked] = [await buy(), await buy(), await buy()];
  const { rows } = await world.ctx.db.query<{ id: number }>(`select id from codes order by id`);
  const [, second, third] = rows.map(({ id }) => id);
  await world.ctx.db.query(`update codes set active = false where id = $1`, [second]);
  await transaction(world.ctx.db, (tx) =>
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
  await world.ctx.db.query(
    `update codes set active = true, state = 'sold', client_id = t.client_id, request_id = t.request_id, sold_at = t.issued_at
     from certificates t where t.code_id = codes.id`,
  );
  await world.ctx.db.query(
    `insert into unlisted_codes select supplier_id, id from codes on conflict do nothing`,
  );
});

test('unknown, foreign, unsold and unwanted codes answer alike', async () => {
  await using world = await testWorld();
  const mine = await shop(world);
  const theirs = await shop(world);
  const foreign = await theirs.buy();
  const pool = await world.product({ scheme: 'pool' });
  const [sold, unsold] = await world.pool(pool, 500, 2);
  const poolCaller = await supplierCaller(world, pool.supplierId);
  await buyOne(world, mine.client, pool);
  const answers = [
    await mine.caller.check('0000000000000000'),
    await mine.caller.check(foreign),
    await poolCaller.check(unsold?.number ?? ''),
    await poolCaller.check(sold?.number ?? ''),
  ];
  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.deepEqual(body, { error: { code: 'not_found', text: 'сертификат не найден' } });
  }
  assert.equal((await mine.caller.redeem({ code: foreign })).status, 404);
  assert.equal((await theirs.caller.check(foreign)).body['state'], 'active');
  // Optionally a supplier's own codes, sold by us, are redeemed here too.
  const wanting = await supplierCaller(world, pool.supplierId, { redeemsOwn: true });
  assert.equal((await wanting.check(sold?.number ?? '')).body['state'], 'active');
  assert.equal((await wanting.redeem({ code: sold?.number })).status, 200);
  assert.equal((await wanting.check(unsold?.number ?? '')).status, 404);
});

test('guessing is throttled; after a pause calls are accepted again', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world);
  const code = await buy();
  let last = await caller.check('X0');
  let tries = 1;
  while (last.status === 404 && tries < 1000) {
    last = await caller.check(`X${tries}`);
    tries += 1;
  }
  assert.equal(last.status, 429);
  assert.equal(tries, 301);
  assert.equal(last.body.error?.['code'], 'too_many_requests');
  const wait = Number(last.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 1200);
  assert.equal((await caller.redeem({ code })).status, 429, 'a right number waits too');
  world.clock.forward(`${wait} s`);
  assert.equal((await caller.redeem({ code })).status, 200);
});

test('one answer for all unknown callers', async () => {
  await using world = await testWorld();
  const { caller, product } = await shop(world);
  const { ctx, baseUrl } = world;
  await transaction(ctx.db, async (tx) =>
    setIntegrationAccess(
      tx,
      {
        supplierId: product.supplierId,
        basic: { userName: 'kassa', passwordHash: await hashPassword('верный пароль') },
      },
      ctx.clock.now(),
    ),
  );
  const ask = (authorization: string) =>
    fetch(`${baseUrl}/integration/v1/check`, {
      method: 'POST',
      headers: authorization === '' ? {} : { authorization },
      body: '{"code":"X"}',
    });
  assert.equal((await ask(basic('kassa', 'верный пароль'))).status, 404);
  const bodies = new Set<string>();
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${caller.token}x`,
    caller.token.replace(/^fv_\d+/, 'Bearer fv_999999'),
    `Bearer ${caller.token.slice(0, -1)}${caller.token.endsWith('A') ? 'B' : 'A'}`,
    basic('kassa', 'неверный пароль'),
    basic('nobody', 'верный пароль'),
    'Basic %%%',
    'Digest x',
  ]) {
    const answer = await ask(authorization);
    assert.equal(answer.status, 401, authorization);
    assert.match(answer.headers.get('www-authenticate') ?? '', /Bearer/);
    bodies.add(await answer.text());
  }
  // From a network that is not the supplier's, even the right token is refused.
  await transaction(ctx.db, (tx) =>
    setIntegrationAccess(
      tx,
      { supplierId: product.supplierId, allowedNetworks: ['10.0.0.0/8'] },
      ctx.clock.now(),
    ),
  );
  const elsewhere = await ask(`Bearer ${caller.token}`);
  assert.equal(elsewhere.status, 401);
  bodies.add(await elsewhere.text());
  assert.equal(bodies.size, 1);
  let status = 401;
  for (let attempt = 0; status === 401 && attempt < 100; attempt += 1)
    status = (await ask('Bearer x')).status;
  assert.equal(status, 429, 'and who goes on has to wait');
});

test('odd and hostile bodies get a plain 400', async () => {
  await using world = await testWorld();
  const { caller } = await shop(world);
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"code":null}',
    '{"code":""}',
    '{"code":"   "}',
    '{"code":-1}',
    '{"code":1e400}',
    '{"code":{"$gt":""}}',
    JSON.stringify({ code: 'x'.repeat(101) }),
    JSON.stringify({ code: 'A\u0000B' }),
    JSON.stringify({ code: 'A', idempotency_key: 'x'.repeat(101) }),
    JSON.stringify({ code: 'A', till: 'x\n'.repeat(3) }),
    JSON.stringify({ code: 'A', till: 7 }),
  ]) {
    const answer = await fetch(`${world.baseUrl}/integration/v1/redeem`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}` },
      body,
    });
    assert.equal(answer.status, 400, body);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'malformed');
  }
  const huge = await fetch(`${world.baseUrl}/integration/v1/redeem`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}` },
    body: 'x'.repeat(5000),
  });
  assert.equal(huge.status, 400);
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
  assert.doesNotMatch(await page(used), /was used on/);
  const { code } = await client.getCode(used);
  world.clock.forward('5 min');
  assert.equal((await caller.redeem({ code })).status, 200);
  assert.match(await page(used), /was used on 21 November 2026 at 12:05, Moscow time/);
  assert.match((await page(used, 'POST')).replaceAll(/<\/?span>/g, ''), new RegExp(code));
  world.clock.forward('30 d');
  assert.match(await page(used), /was used on/, 'also after its validity');
  assert.match(await page(left), /was valid until 1 December 2026/);
});

test('at the till O stands for 0, and I and L for 1, unless another code is spelled like that', async () => {
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
    addProduct(tx, { supplierId, scheme: 'pool', facesKopecks: [100_000], fields }),
  );
  assert.ok(own.is === 'added');
  await world.pool({ id: own.productId, supplierId, brandId }, 1000, [{ number: typed, pin: '' }]);
  assert.equal((await caller.check(typed)).body['face'], 500, 'as long as nobody bought it');
  await client.makeOrder({ product_id: own.productId, face: 1000, delivery_type: 'code' });
  await world.settle();
  assert.equal((await caller.check(typed)).body['face'], 1000);
  assert.equal((await caller.redeem({ code: typed })).status, 200);
  assert.equal((await caller.check(code)).body['state'], 'active');
  assert.equal((await caller.redeem({ code: code.replaceAll('1', 'i') })).status, 200);
});
