/** How tills that several people share went wrong elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromShell } from '../../../src/people/access/principal.ts';
import { invite } from '../../../src/people/team/invite.ts';
import { listTillUsers, removeTillUser } from '../../../src/people/tills/till-users.ts';
import { everyCell } from '../../../src/platform/cells/cell-context.ts';
import { isEmailAddress } from '../../../src/platform/values/email-address.ts';
import { shop } from '../../redemption/redemption-shop.ts';
import { testWorld } from '../../support/test-world.ts';
import { cashierIn, cashierPassword, tillBrowser } from '../../support/till-browser.ts';

// odoo#85391, RepairDesk#322: the receipt names one, the books another; odoo#18968: a reload brings the former one back.
test('what one cashier opened and another one finishes in the same browser is of who finished it, everywhere', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const first = await cashierIn(world, product.supplierId, 'kassa-1');
  const second = await cashierIn(world, product.supplierId, 'kassa-2');
  const formerCookie = first.cookies.get('facevalue-cashier') ?? assert.fail();
  const opened = await first.check(await buy());
  assert.equal(await first.signIn(second.login, cashierPassword), 303);
  const done = await first.call('/till/redeem', opened);
  assert.equal(done.status, 200, done.body);
  assert.match(done.body, /kassa-2/);
  assert.doesNotMatch(done.body, /kassa-1/);
  assert.match((await second.call('/till/today')).body, /500 ₽/);
  assert.match((await first.call('/till')).body, /kassa-2/, 'after a reload too');
  const replayed = tillBrowser(world);
  replayed.cookies.set('facevalue-cashier', formerCookie);
  assert.equal(await replayed.isIn(), false);
  // grocery-pos#2: what the first one took goes on in the shift of the next.
  assert.equal(await replayed.signIn(first.login, cashierPassword), 303);
  assert.match((await replayed.call('/till/shift')).body, /redeemed nothing since/);
});

// TeamPass#4927: who was removed goes on; odoo#32752: what they sold loses its name; Sunbird#565: the name stays taken.
test('a cashier that is removed is out at once, what it took keeps its name, and the next of that name has none of it', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const { supplierId } = product;
  const { db, keyring } = world.ctx;
  const till = await cashierIn(world, supplierId, 'kassa-1');
  const [taken, next] = [await buy(), await till.check(await buy())];
  assert.equal(await till.redeem(taken), 200);
  const key = { supplierId, name: 'kassa-1' };
  assert.equal(await removeTillUser(db, keyring, fromShell, key, world.clock.now()), 'removed');
  assert.match((await till.call('/till/redeem', next)).body, /name="login"/);
  assert.equal(await till.signIn(till.login, cashierPassword), 403);
  const found = everyCell(world.ctx).map((cell) =>
    cell.db.query<{ till: string }>(`select till from redemptions`),
  );
  const rows = (await Promise.all(found)).flatMap((one) => one.rows);
  assert.deepEqual(rows, [{ till: 'kassa-1' }]);

  const newcomer = await cashierIn(world, supplierId, 'kassa-1');
  assert.doesNotMatch((await newcomer.call('/till/today')).body, /500 ₽/);
  assert.match((await newcomer.call('/till/shift')).body, /redeemed nothing since/);
  assert.deepEqual(await listTillUsers(world.ctx, supplierId), [
    { name: 'kassa-1', oneTime: false, redeemed: 0 },
  ]);
});

// ushahidi#703, open-jii#960: logins stand where addresses do, and letters go there.
test('no login of a till is an e-mail address, and none is invited or written to', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  const { login } = await cashierIn(world, supplierId, 'kassa-1');
  for (const one of [login, 'a@1', `a.b-c_d@${'9'.repeat(15)}`])
    assert.equal(isEmailAddress(one), false, one);
  const ask = {
    party: { side: 'supplier', partyId: supplierId },
    role: 'manager',
    email: login,
    language: 'ru',
  } as const;
  assert.notEqual((await invite(db, keyring, fromShell, ask, world.clock.now())).is, 'invited');
  await world.settle();
  assert.deepEqual(
    world.mail.letters.filter(({ to }) => JSON.stringify(to).includes(login)),
    [],
  );
});
