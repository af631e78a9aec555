/** Cashiers are persons: those of a former version are taken over as they are, and what they sign in to is the till alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWanted } from '../../src/orders/search/terms.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { listPersons } from '../../src/people/persons/list-persons.ts';
import { changeRole, listMembers, removeMember } from '../../src/people/team/members.ts';
import { requireFactor } from '../../src/people/team/policy.ts';
import { listTillUsers, removeTillUser } from '../../src/people/tills/till-users.ts';
import { migrationText } from '../../src/platform/database/applied-migrations.ts';
import { statementsOf } from '../../src/platform/migrations/judge-migration.ts';
import { hashPassword } from '../../src/platform/secrets/password.ts';
import { findMembers } from '../../src/reports/find-anything.ts';
import { shop } from '../redemption/redemption-shop.ts';
import { newPerson } from '../support/people-world.ts';
import { callAs } from '../support/person-calls.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { cashierIn, cashierPassword, tillBrowser } from '../support/till-browser.ts';

const migration = '0293-cashiers.sql';

/** What an installation of the version before has: a cashier with redemptions and a shift, whom the migration makes a person. */
async function formerCashier(world: TestWorld, supplierId: number, name: string): Promise<number> {
  const { db, keyring } = world.ctx;
  const now = world.clock.now();
  const statements = statementsOf(await migrationText(migration));
  await db.query(`alter table till_users drop constraint cashiers_are_persons`);
  const { rows } = await db.query<{ id: number }>(
    `insert into till_users (supplier_id, name, password_hash, one_time, created_at, shop_id)
     values ($1, $2, $3, false, $4, (select min(id) from shops)) returning id`,
    [supplierId, name, await hashPassword(keyring, cashierPassword), now],
  );
  const number = rows[0]?.id ?? assert.fail();
  await world.home.db.query(
    `insert into redemptions (supplier_id, code_id, transaction, till_user_id, till, shop_id, redeemed_at)
     select supplier_id, id, 'FORMER000001', $2, 'kassa-1, Арбат', (select min(id) from shops), $3
     from codes where supplier_id = $1`,
    [supplierId, number, now],
  );
  await db.query(
    `insert into till_shifts (supplier_id, till_user_id, began_at, ended_at)
     values ($1, $2, $3::timestamptz - interval '9 hours', $3::timestamptz - interval '1 hour')`,
    [supplierId, number, now],
  );
  for (const statement of statements.filter((one) => /^insert|cashiers_are_persons/.test(one)))
    await db.query(statement);
  return number;
}

test('a cashier of a former version has its password, shop, redemptions and shifts, and is one with what it does now', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const { supplierId } = product;
  const manager = await newPerson(world, { side: 'supplier', partyId: supplierId }, 'manager');
  const ask = (path: string, fields?: Record<string, string>) => callAs(world, manager, path, fields);
  assert.equal((await ask('/s/tills/shops', { shop: 'Арбат' })).status, 303);
  await buy();
  const number = await formerCashier(world, supplierId, 'kassa-1');
  const asked = `/s/redeemed?who=user-${number}`;
  assert.match((await ask('/s/tills')).body, /kassa-1/);
  assert.match((await ask(asked)).body, /FORMER000001/);
  assert.deepEqual(await listTillUsers(world.ctx, supplierId), [
    { name: 'kassa-1', oneTime: false, redeemed: 1 },
  ]);

  world.clock.forward('1 min');
  const till = tillBrowser(world);
  const login = `kassa-1@${supplierId}`;
  assert.equal(await till.signIn(login, 'something else'), 403);
  assert.equal(await till.signIn(login.toUpperCase(), cashierPassword), 303);
  assert.equal(await till.redeem(await buy()), 200);

  assert.equal((await till.call('/till/today')).body.match(/500 ₽/g)?.length, 2);
  world.clock.forward('1 min');
  assert.match((await till.call('/till/shift')).body, /1,000 ₽[^]*<dd>2<[^]*Earlier shifts[^]*11:00/);
  await till.call('/till/shift', {});
  assert.match((await till.call('/till/shift')).body, /redeemed nothing since/);

  for (const path of [asked, '/s/redeemed'])
    assert.equal((await ask(path)).body.match(/kassa-1, Арбат/g)?.length, 2, path);
  const day = (await ask('/s/redeemed?from=2026-11-21&until=2026-11-21')).body;
  assert.equal(day.match(/kassa-1, Арбат/g)?.length, 3, 'one sum, and two redemptions');
  assert.deepEqual(await listTillUsers(world.ctx, supplierId), [
    { name: 'kassa-1', oneTime: false, redeemed: 2 },
  ]);
});

test('a process of the version before signs in the cashiers that there are, and is refused to change them', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  await formerCashier(world, supplierId, 'kassa-1');
  for (const statement of [
    `insert into till_users (supplier_id, name, password_hash, created_at) select supplier_id, 'kassa-2', '', now() from till_users`,
    `update till_users set password_hash = ''`,
    `delete from till_users`,
  ])
    await assert.rejects(db.query(statement), /cashiers_are_persons|former_cashier/, statement);
  await db.query(`delete from memberships where till_name is not null`);
  const again = await cashierIn(world, supplierId, 'kassa-1');
  assert.equal(await again.isIn(), true, 'taken out by the page of the team there, and made again');
  const count = async () => (await db.query(`select from till_users`)).rowCount;
  assert.equal(await count(), 1);
  const key = { supplierId, name: 'kassa-1' };
  assert.equal(await removeTillUser(db, keyring, fromShell, key, world.clock.now()), 'removed');
  assert.equal(await count(), 0, 'unknown there too');
});

test('a cashier is signed in at the till alone, and whoever signs in at /in beside it does not take its place', async () => {
  await using world = await testWorld();
  const { product, buy } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const till = await cashierIn(world, product.supplierId, 'kassa-1');
  const cookie = till.cookies.get('facevalue-cashier') ?? assert.fail();
  for (const path of ['/me', '/home', '/s', '/s/redeemed', '/team'])
    assert.equal((await callAs(world, { cookie }, path)).location.split('?')[0], '/in', path);
  const other = tillBrowser(world);
  other.cookies.set('facevalue-cashier', manager.cookie);
  assert.equal(await other.isIn(), false);
  const atPersons = await callAs(world, { cookie: '' }, '/in', {
    email: till.login,
    password: cashierPassword,
  });
  assert.equal(atPersons.status, 403, 'no e-mail address');

  till.cookies.set('facevalue-session', manager.cookie);
  assert.equal(await till.redeem(await buy()), 200);
  await till.call('/till/sign-out', {});
  assert.equal(await till.redeem(await buy()), 200);
  const { rows } = await world.all.query<{ till: string }>(
    `select till from redemptions order by redeemed_at, code_id`,
  );
  assert.deepEqual(
    rows.map(({ till: name }) => name),
    ['kassa-1', 'Анна'],
  );
});

test('no team, list of persons or letter knows a cashier, and no role but its own is given', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  const party = { side: 'supplier', partyId: supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  await requireFactor(db, keyring, fromShell, { party, everybody: true }, world.clock.now());
  await world.settle();
  const before = world.mail.letters.length;
  const till = await cashierIn(world, supplierId, 'kassa-1');
  await callAs(world, { cookie: '' }, '/in/recover', { email: till.login });
  await world.settle();
  assert.equal(world.mail.letters.length, before);
  assert.deepEqual(
    (await listMembers(db, party)).map(({ email }) => email),
    [manager.email],
  );
  assert.equal((await listPersons(db, { party, email: till.login })).length, 0);
  const { rows } = await db.query<{ id: number }>(`select id from persons where email = $1`, [till.login]);
  const personId = rows[0]?.id ?? assert.fail();
  const ask = { party, personId, role: 'manager' };
  assert.deepEqual(await changeRole(db, keyring, fromShell, ask, world.clock.now()), { is: 'missing' });
  assert.deepEqual(await removeMember(db, keyring, fromShell, ask, world.clock.now()), { is: 'missing' });
  assert.equal(await till.isIn(), true);
});

test('a till is signed out after 30 idle minutes and after 14 hours, and one login is open at many tills', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'platform' });
  const till = await cashierIn(world, supplierId, 'kassa-1');
  const others = Array.from({ length: 25 }, () => tillBrowser(world));
  for (const other of others) assert.equal(await other.signIn(till.login, cashierPassword), 303);
  for (const other of others) assert.equal(await other.isIn(), true);
  for (let minutes = 25; minutes < 14 * 60; minutes += 25) {
    world.clock.forward('25 min');
    assert.equal(await till.isIn(), true, String(minutes));
  }
  await world.settle();
  assert.equal(await till.isIn(), true, 'not pruned');
  world.clock.forward('16 min');
  assert.equal(await till.isIn(), false);
  assert.equal(await till.signIn(till.login, cashierPassword), 303);
  world.clock.forward('31 min');
  assert.equal(await till.isIn(), false);
});

// At a process of the version before, cashiers are in the team, and may have a second factor.
test('a cashier without its membership signs in nowhere, and none is asked for a second factor', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'platform' });
  const till = await cashierIn(world, supplierId, 'kassa-1');
  await world.ctx.db.query(`update persons set totp_secret = '' where email = $1`, [till.login]);
  assert.equal(await till.isIn(), true);
  await world.ctx.db.query(`delete from memberships where till_name = 'kassa-1'`);
  assert.equal(await till.isIn(), false);
  assert.equal(await till.signIn(till.login, cashierPassword), 403);
  assert.equal((await world.ctx.db.query(`select from sessions where membership_id is null`)).rowCount, 0);
});

test('the search finds people by name, however many cashiers are called so', async () => {
  await using world = await testWorld();
  const { supplierId } = await world.product({ scheme: 'platform' });
  const { db } = world.ctx;
  await db.query(
    `with made as (
       insert into persons (email, name, language, password_hash, created_at)
       select name || '@' || $1::bigint, name, 'ru', '', now() from (select 'olga-' || n as name from generate_series(1, 50) n) c
       returning id, name)
     insert into memberships (person_id, side, party_id, role, created_at, till_name)
     select id, 'supplier', $1, 'cashier', now(), name from made`,
    [supplierId],
  );
  const { email } = await newPerson(world, { side: 'supplier', partyId: supplierId }, 'manager');
  await db.query(`update persons set name = 'Olga' where email = $1`, [email]);
  const found = await findMembers(world.ctx, readWanted('olga') ?? assert.fail());
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Olga'],
  );
});

test('a login that was mistyped often does not keep others of the shop from one that they mistype otherwise', async () => {
  await using world = await testWorld();
  const till = tillBrowser(world);
  for (const status of [403, 403, 403, 403, 403, 429])
    assert.equal(await till.signIn('kassa-1', cashierPassword), status);
  assert.equal(await till.signIn('kassa-2', cashierPassword), 403);
});
