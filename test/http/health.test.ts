import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer } from '../../src/http/server.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { addProduct } from '../support/arrange.ts';
import { addCaller, placeOf, type Envelope } from '../support/client-api-caller.ts';
import { testWorld } from '../support/test-world.ts';
import { balanceSig, noParts } from './client-api/raw-requests.ts';

test('without a database the API answers 503 with an envelope, and readiness fails', async () => {
  await using world = await testWorld();
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { connections: 2, name: 'test' });
  const server = await createServer({ ...world.ctx, db, cells: [] }, noParts);
  const answer = await server.inject(`/?cmd=test&id=1&sig=${balanceSig}`);
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json<Envelope>().error?.code, 9000);
  assert.equal((await server.inject('/readyz')).statusCode, 503);
  assert.equal((await server.inject('/healthz')).statusCode, 200);
  await server.close();
  await db.end();
});

test('a browser gets the home page, if there is one', async () => {
  await using world = await testWorld();
  const server = await createServer(world.ctx, {
    ...noParts,
    homePage: (_request, reply) => reply.type('text/html').send('<h1>Welcome</h1>'),
  });
  const browser = { accept: 'text/html,application/xhtml+xml' };
  assert.equal((await server.inject({ url: '/', headers: browser })).body, '<h1>Welcome</h1>');
  const call = await server.inject({ url: `/?cmd=test&id=1&sig=${balanceSig}`, headers: browser });
  assert.equal(call.json<Envelope>().error?.code, 1002);
  assert.equal((await server.inject('/')).json<Envelope>().error?.code, 1001);
  await server.close();
});

test('health and metrics are served', async () => {
  await using world = await testWorld();
  const shop = await addCaller(world);
  await shop.ok('test');
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200);
  const product = await addProduct(placeOf(world));
  await world.pool(product, 500, 3);
  const headers = { authorization: 'Bearer operator-token' };
  const text = await (await fetch(`${world.baseUrl}/metrics`, { headers })).text();
  assert.match(text, /facevalue_requests_total\{cmd="test",outcome="ok"\} 1/);
  assert.match(text, new RegExp(`facevalue_stock_free\\{product="${product.id}",face="500"\\} 3`));
  assert.match(text, /facevalue_queue_depth\{queue="callbacks"\} 0/);
  assert.match(text, /facevalue_oldest_due_seconds\{queue="requests"\} 0/);
});

test('the metrics require the token from every address', async () => {
  await using world = await testWorld();
  const server = await createServer(world.ctx, noParts);
  const scrape = (authorization?: string) =>
    server
      .inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
      .then(({ statusCode }) => statusCode);
  assert.deepEqual(
    [
      await scrape(),
      await scrape('Bearer wrong'),
      await scrape('Bearer '),
      await scrape('Bearer operator-token'),
    ],
    [401, 401, 401, 200],
  );
  await server.close();
  const withoutToken = { ...world.ctx, config: { ...world.ctx.config, operatorToken: '' } };
  const closed = await createServer(withoutToken, noParts);
  for (const authorization of ['', 'Bearer', 'Bearer ']) {
    assert.equal((await closed.inject({ url: '/metrics', headers: { authorization } })).statusCode, 401);
  }
  await closed.close();
});
