import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { demoPeople } from '../../seeds/demo-persons.ts';
import { demoClients } from '../../seeds/demo-world/clients.ts';
import { demoSuppliers } from '../../seeds/demo-world/suppliers-and-brands.ts';
import { seedPersons } from '../../seeds/seed-persons.ts';
import { registerPersons } from '../../simulators/persons/persons-routes.ts';
import { roles } from '../../src/people/access/rights.ts';
import { findSession } from '../../src/people/sessions/session.ts';
import { acceptForms } from '../../src/web/forms.ts';
import { refuseForeignForms } from '../../src/web/own-forms.ts';
import { testWorld } from '../support/test-world.ts';

const cookieIn = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

test('the demo has a person for every role, who signs in by password and code, or by one press', async () => {
  await using world = await testWorld();
  const { ctx, baseUrl } = world;
  const clients = [];
  for (const { name } of demoClients) {
    const { id, secret } = await world.client();
    clients.push({ id, name, secret, callback_inbox: '', callback_secret: '' });
  }
  const { supplierId } = await world.product({ scheme: 'platform' });
  const suppliers = [{ id: supplierId, name: demoSuppliers.pechDaRech.name, scheme: 'platform' } as const];
  const facts = { base_url: baseUrl, clients, suppliers, logins: [], operator_token: '' };

  const first = await seedPersons(ctx, facts);
  assert.deepEqual(await seedPersons(ctx, facts), first, 'the same at every start');
  for (const [side, its] of Object.entries(roles)) {
    for (const role of its)
      assert.ok(
        first.logins.some((one) => one.side === side && one.role === role),
        role,
      );
  }

  const people = demoPeople(ctx);
  const owner = (await people.list()).find(({ role }) => role === 'owner') ?? assert.fail();
  const login = first.logins.find(({ user }) => user === owner.email) ?? assert.fail();
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const entered = await post('/in', { email: login.user, password: login.password });
  const proven = await post('/in/second', { code: owner.code ?? '' }, cookieIn(entered));
  assert.equal(proven.status, 303);
  const me = await fetch(`${baseUrl}/me`, { headers: { cookie: cookieIn(proven) }, redirect: 'manual' });
  assert.equal(me.status, 200);
  const after = (await people.list()).find(({ email }) => email === owner.email);
  assert.notEqual(after?.code, owner.code, 'a used code is not shown again');

  const app = fastify();
  await app.register(async (demo) => {
    await acceptForms(demo, 'fields');
    refuseForeignForms(demo, baseUrl);
    await registerPersons(demo, people, baseUrl);
  });
  const press = (from: string) =>
    app.inject({
      method: 'POST',
      url: `/demo/persons/${owner.membershipId}/in`,
      headers: { 'sec-fetch-site': from },
    });
  assert.equal((await press('cross-site')).cookies.length, 0, 'no other site signs anybody in');
  const pressed = await press('same-origin');
  const cookie = pressed.cookies.find(({ name }) => name.endsWith('session'))?.value ?? '';
  const session = await findSession(ctx, cookie, world.clock.now());
  assert.equal(session?.membership?.role, 'owner');
  assert.equal(session?.owes, 'nothing');
  for (const language of ['ru', 'en']) {
    const page = await app.inject(`/demo/persons?lang=${language}`);
    assert.match(page.body, new RegExp(`<code>${login.password}</code>`));
    assert.match(page.body, /<code>anna@snegir\.example<\/code>/);
  }
  await app.close();
});
