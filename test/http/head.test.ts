/** A HEAD is what monitors, link checkers and messengers ask: the answer of the GET, without its body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../support/routes-of.ts';
import { testWorld } from '../support/test-world.ts';

const token = 'A'.repeat(22);

/** What a GET of theirs does must not be done by a probe. */
const acting = ['/integration/v1/used', '/sms/receipts/:token'];

test('every address that is got can be asked for its head', async () => {
  await using world = await testWorld();
  const routes = routesOf(world.server.printRoutes({ commonPrefix: false }));
  const of = (wanted: string): string[] =>
    routes.filter(({ method }) => method === wanted).map(({ url }) => url);
  const heads = new Set(of('HEAD'));
  const without = of('GET').filter((url) => !heads.has(url) && !acting.includes(url));
  assert.deepEqual(without, []);
});

test('a HEAD has the status and headers of the GET, and no body', async () => {
  await using world = await testWorld();
  for (const url of [
    '/',
    '/till',
    '/till/check',
    '/healthz',
    '/readyz',
    '/in',
    '/o',
    '/receive',
    `/g/${token}%`,
    '/no-such-page',
  ]) {
    const [got, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) =>
        world.server.inject({ method, url, headers: { accept: 'text/html', 'accept-language': 'en' } }),
      ),
    );
    assert.ok(got !== undefined && head !== undefined);
    assert.equal(head.body, '', url);
    if (url === '/') continue;
    assert.equal(head.statusCode, got.statusCode, url);
    for (const name of ['content-type', 'location', 'cache-control'])
      assert.equal(head.headers[name], got.headers[name], `${url} ${name}`);
  }
});
