import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedTills } from '../../seeds/seed-tills.ts';
import { testWorld } from '../support/test-world.ts';

test('a cashier of the demo signs in with the password of demo.json at every start', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'platform' });
  const supplier = { id: supplierId, name: 'Кофейня', scheme: 'platform' } as const;
  const facts = {
    base_url: world.baseUrl,
    clients: [],
    suppliers: [supplier],
    logins: [],
    operator_token: '',
  };
  const first = await seedTills(world.ctx, facts);
  const again = await seedTills(world.ctx, facts);
  assert.deepEqual(again, first);
  const [login] = first.logins;
  assert.equal(login?.page, `${world.baseUrl}/till`);
  const signIn = (password: string): Promise<Response> =>
    fetch(`${world.baseUrl}/till/sign-in`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ login: login.user, password }),
      redirect: 'manual',
    });
  const wrong = await signIn('something else');
  assert.ok(wrong.headers.get('set-cookie') === null, 'nobody else is let in');
  const signedIn = await signIn(login.password);
  assert.equal(signedIn.status, 303, await signedIn.clone().text());
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const till = await fetch(`${world.baseUrl}/till`, {
    headers: { cookie, 'accept-language': 'en' },
    redirect: 'manual',
  });
  assert.equal(till.status, 200);
  assert.match(await till.text(), /name="number"/);
});
