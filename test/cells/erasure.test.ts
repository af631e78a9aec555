/** Recipients and clients are forgotten in whatever cell they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askErasure } from '../../src/upkeep/erasure/ask-erasure.ts';
import { findErasure, listErasureDays } from '../../src/upkeep/erasure/list-erasures.ts';
import { findHashed } from '../../src/upkeep/erasure/find-hashed.ts';
import { addressHash, readAddress } from '../../src/upkeep/erasure/address.ts';
import { runErasure } from '../../src/upkeep/erasure/run-erasures.ts';
import { weigh } from '../../src/upkeep/erasure/weigh-erasure.ts';
import { forgetClient } from '../../src/acts/guarded/forget-client.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { redeemCode } from '../../src/redemption/redeem-codes.ts';
import { findEverywhere } from '../support/find-everywhere.ts';
import { visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const mila = 'mila@recipients.example';
const ask = { kind: 'address', address: mila, clientId: null, reason: 'she asked by letter 7' } as const;

interface Shops extends AsyncDisposable {
  world: TestWorld;
  shops: TestClient[];
  /** An order of each for the same person. */
  ids: number[];
}

/** Shops in three cells, each with an issued order. */
async function shopsInCells(): Promise<Shops> {
  const world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product({ scheme: 'platform' });
  const shops = [await world.client(), await world.client(), await world.client()];
  const ids: number[] = [];
  for (const shop of shops)
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500, email_to: mila }));
  await world.settle();
  return { world, shops, ids, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const isKept = async ({ ctx: { db } }: TestWorld): Promise<boolean> =>
  (await findEverywhere(db, [mila])).length > 0;

test('an address is weighed and erased in all cells, by the page of the operator', async () => {
  await using made = await shopsInCells();
  const { world } = made;
  const { db } = world.ctx;
  const weighed = await weigh(world.ctx, fromShell, ask, world.clock.now());
  assert.ok(weighed.is === 'weighed');
  assert.deepEqual([weighed.erasable, weighed.clients], [3, 3]);
  const admin = await visitor(world, operator, 'admin');
  const counted = await admin.post('/o/forget/count', { what: mila, client: '', reason: ask.reason });
  assert.equal(counted.statusCode, 200, counted.body);
  const asked = await admin.post('/o/forget', { what: mila, client: '', reason: ask.reason });
  assert.equal(asked.statusCode, 303, asked.body);
  await world.settle();
  assert.equal(await isKept(world), false);
  const { rows } = await db.query(`select state, orders from erasures`);
  assert.deepEqual(rows, [{ state: 'ended', orders: 3 }]);
});

const points: CrashPointName[] = ['erase:before-commit', 'erase:after-commit'];

for (const point of points)
  test(`killed at ${point} in a cell, an erasure is done whole by the next`, async () => {
    await using made = await shopsInCells();
    const { world } = made;
    const asked = await askErasure(world.ctx.db, world.ctx.keyring, fromShell, ask, world.clock.now());
    assert.ok(asked.is === 'asked');
    let passed = 0;
    const crashPoint = (name: CrashPointName) => {
      passed += name === point ? 1 : 0;
      if (passed === 2) throw new Error('broken off');
    };
    await assert.rejects(runErasure({ ...world.ctx, crashPoint }, asked.erasureId), /broken off/);
    assert.ok(await isKept(world), 'it is still kept in another cell');
    world.clock.forward('61 s');
    await world.settle();
    const erasure = await findErasure(world.ctx.db, asked.erasureId);
    assert.deepEqual([erasure?.state, erasure?.orders], ['ended', 3]);
    assert.equal(await isKept(world), false);
  });

test('one order, and the address with one client, are erased in their cell alone', async () => {
  await using made = await shopsInCells();
  const { world, shops, ids } = made;
  const admin = await visitor(world, operator, 'admin');
  for (const form of [
    { what: String(ids[1]), client: '', reason: 'letter 8' },
    { what: mila, client: String(shops[2]?.id), reason: 'letter 9' },
  ])
    assert.equal((await admin.post('/o/forget', form)).statusCode, 303);
  const strange = await admin.post('/o/forget', { what: '99', client: '', reason: 'letter 9' });
  assert.equal(strange.statusCode, 422);
  await world.settle();
  const found = await findEverywhere(world.ctx.db, [mila]);
  assert.ok(found.length > 0 && found.every((line) => line.startsWith('cell_1.')), found.join('\n'));
  const hash = addressHash(world.ctx.keyring, readAddress(mila) ?? assert.fail()).toString('hex');
  assert.deepEqual(await findHashed(world.ctx, new Set([hash])), new Map([[hash, mila]]));
});

test('a client that has left is forgotten in its cell, and the others keep what is theirs', async () => {
  await using made = await shopsInCells();
  const { world, shops } = made;
  const leaving = shops[1] ?? assert.fail();
  const asked = await forgetClient(
    world.cellOf(leaving),
    fromShell,
    { clientId: leaving.id, reason: 'contract ended' },
    world.clock.now(),
  );
  assert.ok(asked.is === 'asked', JSON.stringify(asked));
  world.clock.forward('11 s');
  await world.settle();
  assert.ok(world.ctx.keyring.isDestroyed(leaving.id));
  const found = await findEverywhere(world.ctx.db, [mila]);
  const schemas = new Set(found.map((line) => line.split('.')[0]));
  assert.deepEqual(schemas, new Set(['cell_1', 'cell_3']));
  assert.equal((await findErasure(world.ctx.db, asked.erasureId))?.state, 'ended');
});

test('recipients whose certificates ended long ago are erased in all cells, and counted by client and day', async () => {
  await using made = await shopsInCells();
  const { world, shops, ids } = made;
  for (const [place, shop] of shops.entries()) {
    const { code } = await shop.getCode(ids[place] ?? 0);
    const cell = world.cellOf(shop);
    const { rows } = await cell.db.query<{ supplier_id: number }>(`select supplier_id from codes limit 1`);
    const supplierId = rows[0]?.supplier_id ?? 0;
    const till = { supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
    await redeemCode(cell.db, cell.keyring, { till, number: code, idempotencyKey: null }, world.clock.now());
  }
  world.clock.forward('560 d');
  await world.settle();
  assert.equal(await isKept(world), false);
  const days = await listErasureDays(world.ctx, { since: '2026-01-01', limit: 10 });
  assert.deepEqual(
    days.map(({ clientId, orders, codes }) => [clientId, orders, codes]),
    shops.map(({ id }) => [id, 1, 1]),
  );
});
