import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction } from '../../src/platform/database/database.ts';
import { hashPassword } from '../../src/platform/secrets/password.ts';
import { setIntegrationAccess } from '../../src/suppliers/used-export/integration-access.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';
import { shop, buyOne } from './redemption-shop.ts';

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

test("unknown, foreign and unsold codes, and a supplier's own codes unless agreed, get the same answer", async () => {
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

test('all unknown callers get the same answer', async () => {
  await using world = await testWorld();
  const { caller, product } = await shop(world);
  const { ctx, baseUrl } = world;
  await transaction(ctx.db, async (tx) =>
    setIntegrationAccess(
      tx,
      {
        supplierId: product.supplierId,
        basic: { userName: 'kassa', passwordHash: await hashPassword(ctx.keyring, 'верный пароль') },
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

test('malformed bodies get 400', async () => {
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
