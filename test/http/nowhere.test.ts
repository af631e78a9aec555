import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPerson } from '../support/people-world.ts';
import { testWorld } from '../support/test-world.ts';

const page = { accept: 'text/html', 'accept-language': 'en' };
const token = 'A'.repeat(22);

test('addresses without a route answer people with a page, programs with the envelope', async () => {
  await using world = await testWorld();
  const { cookie } = await newPerson(world, { side: 'operator', partyId: 0 }, 'admin');
  const signedIn = { ...page, cookie: `facevalue-session=${cookie}` };
  const ask = (url: string, headers: Record<string, string>, method: 'GET' | 'PUT' = 'GET') =>
    world.server.inject({ method, url, headers });

  const missing = await ask('/o/no/such', signedIn);
  assert.equal(missing.statusCode, 404);
  assert.match(missing.body, /<nav class="sections/, 'whoever is signed in keeps the navigation');
  assert.match(missing.body, /may not be open to your role/);
  assert.equal(
    (await ask(`/o/orders/${'9'.repeat(200)}`, signedIn)).statusCode,
    404,
    'no order has this number',
  );
  const stranger = await ask('/o/no/such', page);
  assert.equal(stranger.statusCode, 404);
  assert.doesNotMatch(stranger.body, /class="sections/);

  for (const [url, method, allow] of [
    ['/o/orders/1/resend', 'GET', 'POST'],
    ['/in', 'PUT', 'GET, HEAD, POST'],
    ['/out', 'GET', 'POST'],
  ] as const) {
    const answer = await ask(url, page, method);
    assert.equal(answer.statusCode, 405, url);
    assert.equal(answer.headers['allow'], allow, url);
    assert.match(answer.body, /Only a button leads here/, url);
  }

  const back = await ask(`/g/${token}/pdf`, page);
  assert.equal(back.statusCode, 303);
  assert.equal(back.headers.location, `/g/${token}?lang=en`);

  for (const [url, status] of [
    ['/g/%E0%A4%A', 400],
    ['/o/%E0%A4%A', 400],
    [`/g/${'A'.repeat(200)}`, 414],
  ] as const) {
    const answer = await ask(url, page);
    assert.equal(answer.statusCode, status, url);
    assert.match(answer.body, /There is no such page/, url);
    assert.equal(answer.headers['cache-control'], 'no-store', url);
    assert.doesNotMatch(answer.body, /A{100}|%E0/, 'the address is not repeated');
    const program = await ask(url, {});
    assert.equal(program.statusCode, status, url);
    assert.deepEqual(program.json<{ error: { code: number } }>().error.code, 1000, url);
    assert.doesNotMatch(program.body, /A{100}|%E0/, 'the address is not repeated');
  }
});
