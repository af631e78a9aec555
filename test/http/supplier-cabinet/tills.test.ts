import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shop } from '../../redemption/redemption-shop.ts';
import { newPerson } from '../../support/people-world.ts';
import { callAs } from '../../support/person-calls.ts';
import { testWorld } from '../../support/test-world.ts';

test('a manager makes shops and cashiers, sees who redeemed what, undoes with a reason, and closes the shift', async () => {
  await using world = await testWorld();
  const { product, caller, buy } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  const ask = (path: string, fields?: Record<string, string>) => callAs(world, manager, path, fields);

  // Shops and cashiers.
  assert.equal((await ask('/s/tills/shops', { shop: '' })).status, 422);
  assert.equal((await ask('/s/tills/shops', { shop: 'Арбат' })).status, 303);
  assert.match((await ask('/s/tills/shops', { shop: 'Арбат' })).body, /There is a shop with this name/);
  assert.equal((await ask('/s/tills/cashiers', { name: 'Касса' })).status, 422);
  const made = await ask('/s/tills/cashiers', { name: 'kassa-2' });
  assert.match(made.body, new RegExp(`kassa-2@${product.supplierId}`));
  const { rows: shops } = await world.ctx.db.query<{ id: number }>(`select id from shops`);
  const place = String(shops[0]?.id);
  const { rows: people } = await world.ctx.db.query<{ id: number }>(
    `select person_id as id from memberships where side = 'supplier'`,
  );
  assert.equal((await ask('/s/tills/place', { user: 'kassa-2', place })).status, 303);
  assert.equal((await ask('/s/tills/place', { person: String(people[0]?.id), place })).status, 303);
  assert.equal((await ask('/s/tills/place', { user: 'kassa-2', place: '99999' })).status, 404);

  // The manager redeems at a till of the shop; the software redeems too.
  const number = await buy();
  const checked = await ask('/till/check', { number });
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(checked.body) ?? [];
  assert.match((await ask('/till/redeem', { number, key })).body, /Certificate redeemed/);
  const other = await buy();
  await caller.redeem({ code: other, till: 'Касса 7' });
  const list = await ask('/s/redeemed');
  assert.match(list.body, /Анна, Арбат/);
  assert.match(list.body, /Касса 7/);
  assert.doesNotMatch(list.body, new RegExp(number));
  const day = await ask('/s/redeemed?from=2026-11-21&until=2026-11-21');
  assert.match(day.body, /Who redeemed how much on 21\.11/);
  assert.doesNotMatch((await ask(`/s/redeemed?shop=${place}`)).body, /Касса 7/);
  assert.match((await ask('/s/redeemed?face=700')).body, /no such redemptions/);

  // Found by the certificate's number, and undone.
  assert.equal((await ask('/s/redeemed/find', { number: 'NOSUCHNUMBER' })).status, 422);
  const { location } = await ask('/s/redeemed/find', { number });
  const [page = ''] = location.split('?');
  assert.match(page, /^\/s\/redeemed\/[0-9A-Z]{12}$/);
  assert.match((await ask(page)).body, /Undo the redemption/);
  assert.match((await ask('/till/today')).body, new RegExp(`${page}[^>]*>Undo`));
  assert.equal((await ask(`${page}/undo`, { reason: '' })).status, 422);
  assert.equal((await ask(`${page}/undo`, { reason: 'Ошиблись суммой' })).status, 303);
  const after = await ask(page);
  assert.match(after.body, /valid again/);
  assert.match(after.body, /Ошиблись суммой/);
  assert.doesNotMatch(after.body, /name="reason"/);
  assert.match((await ask('/s/redeemed?which=undone')).body, new RegExp(page));
  assert.match((await ask('/till/redeem', { number, key })).body, /This redemption was undone/);

  // The settings hold at once; the shift is closed once, however often it is asked for.
  assert.equal((await ask('/s/tills/settings', { minutes: '2000' })).status, 422);
  assert.equal((await ask('/s/tills/settings', { minutes: '0' })).status, 303);
  const found = await ask('/s/redeemed/find', { number: other });
  assert.match((await ask(found.location)).body, /switched off/);
  world.clock.forward('1 min');
  assert.match((await ask('/till/shift')).body, /Undone<\/dt><dd>1/);
  await Promise.all([1, 2, 3].map(() => ask('/till/shift', {})));
  const { rows: shifts } = await world.ctx.db.query(`select 1 from till_shifts`);
  assert.equal(shifts.length, 1);
  assert.match((await ask('/till/shift')).body, /redeemed nothing since/);
});

test('a cashier has the till, and none of the manager’s pages', async () => {
  await using world = await testWorld();
  const { product } = await shop(world);
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const cashier = await newPerson(world, party, 'cashier', { factor: false });
  for (const path of ['/s/redeemed', '/s/tills'])
    assert.equal((await callAs(world, cashier, path)).status, 404);
  assert.equal((await callAs(world, cashier, '/till/shift')).status, 200);
  assert.doesNotMatch((await callAs(world, cashier, '/till/today')).body, /\/s\/redeemed/);
});
