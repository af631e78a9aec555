import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAccess } from '../../../src/suppliers/certify/tills.ts';
import { removeMember } from '../../../src/people/team/members.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { shop } from '../../redemption/redemption-shop.ts';
import { newPerson, sessionOf, type TestPerson } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

async function call(world: TestWorld, path: string, { cookie }: TestPerson, fields?: Record<string, string>) {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    redirect: 'manual',
    headers: {
      cookie: `facevalue-session=${cookie}`,
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
    },
    ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return { status: answer.status, body: await answer.text() };
}

test('a manager and a cashier of the supplier redeem by their own sign-in, and nobody else does', async () => {
  await using world = await testWorld();
  const { product, client, buy } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const cashier = await newPerson(world, party, 'cashier', { factor: false });
  const foreign = await newPerson(world, { side: 'client', partyId: client.id }, 'owner');
  const unproven = await newPerson(world, party, 'manager', { factor: false });

  for (const stranger of [foreign, unproven]) {
    const page = await call(world, '/till', stranger);
    assert.match(page.body, /name="login"/);
    assert.doesNotMatch(page.body, /name="number"/);
  }
  for (const person of [manager, cashier]) {
    const number = await buy();
    const checked = await call(world, '/till/check', person, { number });
    assert.equal(checked.status, 200);
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(checked.body) ?? [];
    for (const stranger of [foreign, unproven]) {
      const refused = await call(world, '/till/redeem', stranger, { number, key });
      assert.match(refused.body, /name="login"/);
    }
    const done = await call(world, '/till/redeem', person, { number, key });
    assert.match(done.body, /Redeemed/i);
    const { personId, name } = await sessionOf(world, person);
    const { rows } = await world.home.db.query<{ person_id: number; till: string }>(
      `select person_id, till from redemptions order by redeemed_at desc, code_id desc limit 1`,
    );
    assert.deepEqual(rows, [{ person_id: personId, till: name.split(' ')[0] }]);
    assert.match((await call(world, '/till/today', person)).body, /500/);
  }
  const { personId } = await sessionOf(world, cashier);
  await removeMember(world.home.db, world.ctx.keyring, fromShell, { party, personId }, world.clock.now());
  assert.match(
    (await call(world, '/till', cashier)).body,
    /name="login"/,
    'taken out of the team, out at once',
  );
});

test('a supplier whose people sign in can redeem: the final test finds access', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'platform' });
  assert.deepEqual(await findAccess(world.home.db, supplierId), [{ is: 'no-access' }]);
  await newPerson(world, { side: 'supplier', partyId: supplierId }, 'cashier', { factor: false });
  assert.deepEqual(await findAccess(world.home.db, supplierId), []);
});
