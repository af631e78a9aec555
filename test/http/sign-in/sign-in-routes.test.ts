import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { operator, type Party } from '../../../src/people/access/party.ts';
import { permissionsOf, roles } from '../../../src/people/access/rights.ts';
import { acceptPersons } from '../../../src/web/signed-in.ts';
import { createSignIn } from '../../../src/people/sign-in/sign-in.ts';
import { device, inviteTo, newPerson, password, sessionOf } from '../../support/people-world.ts';
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

/** What each route of a signed-in person asks for. */
const acts = {
  '/team/invite': 'team.change',
  '/team/resend': 'team.change',
  '/team/revoke': 'team.change',
  '/team/role': 'team.change',
  '/team/remove': 'team.change',
  '/team/policy': 'team.change',
} as const;
const own = [
  '/me/sessions/end',
  '/me/password',
  '/me/factor/remove',
  '/me/recovery-codes',
  '/me/passkeys',
  '/me/passkeys/remove',
];

test('for every route and role, forbidden pages are not found, and foreign ids answer like missing ones', async () => {
  await using world = await testWorld();
  const client = { side: 'client', partyId: (await world.client()).id } as const;
  const supplier = {
    side: 'supplier',
    partyId: (await world.product({ scheme: 'platform' })).supplierId,
  } as const;
  const other = { side: 'client', partyId: (await world.client()).id } as const;
  const foreign = await sessionOf(world, await newPerson(world, other, 'owner'));
  await inviteTo(world, other, 'viewer', 'late@people.example');
  const { rows } = await world.ctx.db.query<{ id: number }>(`select max(id) as id from invitations`);
  const foreignIds: Record<string, number> = {
    '/team/resend': rows[0]?.id ?? 0,
    '/team/revoke': rows[0]?.id ?? 0,
    '/team/role': foreign.personId,
    '/team/remove': foreign.personId,
  };
  for (const [party, side] of [
    [client, 'client'],
    [supplier, 'supplier'],
    [operator, 'operator'],
  ] as [Party, keyof typeof roles][]) {
    for (const role of roles[side]) {
      const { cookie } = await newPerson(world, party, role);
      const rights = permissionsOf(side, role);
      assert.equal(
        (await call(world, '/team', cookie)).status,
        rights.includes('team.read') ? 200 : 404,
        role,
      );
      assert.equal((await call(world, '/me', cookie)).status, 200, role);
      for (const [path, needs] of Object.entries(acts)) {
        const id = foreignIds[path];
        if (!rights.includes(needs)) {
          assert.equal(
            (await call(world, path, cookie, { id: '1', role: 'owner' })).status,
            404,
            `${role} ${path}`,
          );
        } else if (id !== undefined) {
          const ask = { role: roles[side].at(-1) ?? '' };
          const [theirs, missing] = [
            await call(world, path, cookie, { ...ask, id: String(id) }),
            await call(world, path, cookie, { ...ask, id: '987654' }),
          ];
          assert.equal(theirs.status, 404, `${role} ${path}`);
          assert.equal(theirs.body, missing.body);
        }
      }
    }
  }
});

test('without a session or its second step every page redirects to sign-in', async () => {
  await using world = await testWorld();
  const { email } = await newPerson(world);
  const half = await createSignIn(world.ctx).signIn({ email, password, ...device }, world.clock.now());
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
    for (const path of [...Object.keys(acts), ...own]) {
      const answer = await call(world, path, cookie, {});
      assert.deepEqual([answer.status, answer.location.split('?')[0]], [303, to], path);
    }
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
