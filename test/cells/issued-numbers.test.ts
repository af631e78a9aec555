/** A number that suppliers issue twice reaches one client, whatever cells the orders are in; tills find it in any of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSupplierCaller } from '../../src/orders/ask-suppliers.ts';
import { createOrderIssuer } from '../../src/orders/issue-orders.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { gathered } from '../../src/platform/cells/merge.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { claimPlaces } from '../../src/vault/code-places.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { settleThrough, suppliedProduct } from '../suppliers/supplied-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

const exchangesOf = (world: TestWorld) =>
  gathered(world.ctx, async ({ db, cell }) => {
    const { rows } = await db.query<{ state: string; details: string }>(
      `select state, details from exchanges order by id`,
    );
    return rows.map((row) => ({ cell, ...row }));
  });

test('a number that was issued in another cell, or imported, waits for a person', async () => {
  await using world = await testWorld(inCells);
  await using tea = await suppliedProduct(world);
  const clients = [await world.client(), await world.client(), await world.client()];
  const [first, second, third] = clients;
  const order = { product_id: tea.id, face: 500, delivery_type: 'code' };
  const id = (await first?.makeOrder(order)) ?? 0;
  await world.settle();
  const { code } = (await first?.getCode(id)) ?? { code: '' };
  tea.supplier.next = ['duplicate'];
  const again = (await second?.makeOrder(order)) ?? 0;
  await world.settle();
  assert.equal((await second?.getStatus(again))?.['status'], 'error');
  const known = 'the supplier issued a code that is known already';
  assert.deepEqual(await exchangesOf(world), [
    { cell: 1, state: 'done', details: '' },
    { cell: 2, state: 'quarantined', details: known },
  ]);
  // Each of them is redeemed where it is.
  const next = (await third?.makeOrder(order)) ?? 0;
  await world.settle();
  const numbers = [code, (await third?.getCode(next))?.code ?? ''];
  const caller = await supplierCaller(world, tea.supplierId, { redeemsOwn: true });
  for (const number of numbers) {
    assert.equal((await caller.check(number)).body['state'], 'active');
    assert.equal((await caller.redeem({ code: number })).status, 200);
    assert.equal((await caller.redeem({ code: number })).status, 409);
  }
  const { rows } = await world.ctx.db.query<{ cell: number; requestId: number }>(
    `select cell, request_id as "requestId" from code_places order by cell`,
  );
  assert.deepEqual(rows, [
    { cell: 1, requestId: id },
    { cell: 3, requestId: next },
  ]);
});

test('of three cells that claim a number at once one gets it, and always the same', async () => {
  await using world = await testWorld(inCells);
  const claim = async () => {
    const claims = everyCell(world.ctx).map((cell, place) => {
      const issued = [100, 200].map((many) => ({
        supplierId: 501,
        number: 'TEA-1',
        requestId: many + place,
      }));
      return claimPlaces(cell, issued);
    });
    return (await Promise.all(claims)).flat();
  };
  const first = await claim();
  assert.equal(first.filter(Boolean).length, 1);
  assert.deepEqual(await claim(), first);
});

test('a process that dies between the claim and the conclusion leaves the number to its order', async () => {
  await using world = await testWorld(inCells);
  await using tea = await suppliedProduct(world);
  const client = await world.client();
  const id = await client.makeOrder({ product_id: tea.id, face: 500, delivery_type: 'code' });
  const { ctx } = world;
  const cell = {
    ...world.cellOf(client),
    crashPoint: (at: CrashPointName) => {
      if (at === 'ask-suppliers:numbers-claimed') throw new Error('killed');
    },
  };
  const settings = { keyring: ctx.keyring, baseUrl: world.baseUrl, limit: 10 };
  await createOrderIssuer(cell, settings).round();
  const dying = createSupplierCaller(cell, settings);
  await dying.round();
  await dying.drain().catch(() => {});
  assert.equal((await ctx.db.query(`select from code_places`)).rowCount, 1);
  assert.equal((await gathered(ctx, async ({ db }) => (await db.query(`select from codes`)).rows)).length, 0);
  await settleThrough(world, ['181 s', '2 s']);
  assert.equal((await client.getStatus(id))['status'], 'ok');
  assert.equal((await client.getCode(id)).code, [...tea.supplier.ledger.values()].flat()[0]);
});
