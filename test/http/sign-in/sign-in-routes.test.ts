import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { acceptPersons } from '../../../src/web/signed-in.ts';
import { createSignIn } from '../../../src/people/sign-in/sign-in.ts';
import { device, isIn, newPerson, password } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

async function call(world: TestWorld, path: string, cookie: string, fields?: Record<string, string>) {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    redirect: 'manual',
    method: fields === undefined ? 'GET' : 'POST',
    headers: {
      cookie: `facevalue-session=${cookie}`,
      'accept-language': 'en',
      accept: 'text/html',
      ...(fields === undefined ? {} : { 'sec-fetch-site': 'same-origin' }),
    },
    ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
  });
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    headers: answer.headers,
    body: await answer.text(),
  };
}

/** The acts of a signed-in person; who may do them on whose behalf is tested over all routes in `who-may-come.test.ts`. */
const acts = [
  '/team/invite',
  '/team/resend',
  '/team/revoke',
  '/team/role',
  '/team/remove',
  '/team/policy',
  '/me/rows',
  '/me/sessions/end',
  '/me/password',
  '/me/factor/remove',
  '/me/recovery-codes',
  '/me/passkeys',
  '/me/passkeys/remove',
];

test('without a session or its second step every page redirects to sign-in', async () => {
  await using world = await testWorld();
  const { email } = await newPerson(world);
  const half = await createSignIn(world.ctx).signIn({ login: email, password, ...device }, world.clock.now());
  assert.ok(half.is === 'signed-in');
  for (const [cookie, to] of [
    ['', '/in'],
    ['1.'.padEnd(45, 'x'), '/in'],
    [half.cookie, '/in/second'],
  ] as const) {
    for (const path of ['/me', '/team']) {
      const answer = await call(world, path, cookie);
      assert.deepEqual([answer.status, answer.location.split('?')[0]], [303, to], path);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    for (const path of acts) {
      const answer = await call(world, path, cookie, {});
      assert.deepEqual([answer.status, answer.location.split('?')[0]], [303, to], path);
    }
  }
});

test('denser rows are remembered by the browser, and lead back to a list of ours alone', async () => {
  await using world = await testWorld();
  const { cookie } = await newPerson(world);
  const choose = (to: string, rows: string) =>
    call(world, `/me/rows?${new URLSearchParams({ to }).toString()}`, cookie, { rows, q: 'mila' });
  const dense = await choose('/c/orders?state=failed&older=7', 'dense');
  assert.equal(dense.location, '/c/orders?state=failed&older=7&lang=en');
  const kept = /^facevalue-rows=dense; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/;
  assert.ok(dense.headers.getSetCookie().some((one) => kept.test(one)));
  const former = await choose('/c/orders', 'comfortable');
  assert.ok(former.headers.getSetCookie().some((one) => one.startsWith('facevalue-rows=; Max-Age=0')));
  for (const to of ['https://else.example/', '//else.example/c', '/\\else.example', 'javascript:0', '']) {
    assert.equal((await choose(to, 'dense')).location, '/home?lang=en', to);
  }
});

test('a form from another site changes nothing', async () => {
  await using world = await testWorld();
  const { cookie } = await newPerson(world);
  for (const site of ['cross-site', 'same-site', 'none']) {
    const answer = await fetch(`${world.baseUrl}/out`, {
      method: 'POST',
      headers: { cookie: `facevalue-session=${cookie}`, 'sec-fetch-site': site },
      body: new URLSearchParams(),
    });
    assert.equal(answer.status, 403, site);
  }
  assert.equal((await call(world, '/me', cookie)).status, 200);
});

test('the return address after sign-in is limited to our own pages', async () => {
  await using world = await testWorld();
  const { email } = await newPerson(world);
  for (const [next, to] of [
    ['/team', '/team'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['/a//b', '/home'],
  ] as const) {
    const answer = await call(world, '/in', '', { email, password, next });
    assert.equal(answer.location.split('?')[0], to, next);
  }
});

test('signing in over a live session ends that one, and the device is known from then on', async () => {
  await using world = await testWorld({ FACEVALUE_TRUSTED_PROXIES: '127.0.0.1' });
  const [former, next] = [await newPerson(world), await newPerson(world)];
  const { email } = next;
  const answer = await call(world, '/in', former.cookie, { email, password });
  assert.equal(answer.status, 303);
  assert.equal(await isIn(world, former.cookie), false);
  const cookies = answer.headers.getSetCookie();
  const known = cookies.find((one) => one.startsWith('facevalue-device=')) ?? '';
  assert.match(known, /; Max-Age=15552000;.*HttpOnly; SameSite=Lax/);
  const wrongFrom = (at: number, cookie: string, tried: string) =>
    fetch(`${world.baseUrl}/in`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `2001:db8:1:${at.toString(16)}::1`,
        cookie,
      },
      body: new URLSearchParams({ email, password: tried }),
    });
  for (let at = 0; at < 45; at += 1) await wrongFrom(at, '', 'wrong');
  assert.equal((await wrongFrom(99, '', password)).status, 429);
  assert.equal((await wrongFrom(99, known.split(';')[0] ?? '', password)).status, 303);
});

test('a route without a needed permission is refused at the start', async () => {
  await using world = await testWorld();
  const app = Fastify();
  await app.register(async (scope) => {
    await acceptPersons(scope, world.ctx);
    assert.throws(() => scope.get('/nobody-said', () => 'x'), /does not say who may come/);
    const wrong = { config: { needs: 'everything' as 'anybody' } };
    assert.throws(() => scope.get('/wrong', wrong, () => 'x'), /does not say who may come/);
  });
  await app.close();
});
