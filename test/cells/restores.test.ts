/** A restored installation with cells: what may have been sold and sent since is set aside in each of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { lastSeenAt, renewHistory } from '../../src/platform/database/history.ts';
import { operator } from '../../src/people/access/party.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { beginGuard, previewGuard } from '../../src/upkeep/restores/begin-guard.ts';
import { findGuard, openOfGuard } from '../../src/upkeep/restores/guard.ts';
import { codesJudgedInCells, issuedInCells, judgedInCells } from '../../src/upkeep/restores/in-cells.ts';
import { judgeCodes } from '../../src/upkeep/restores/judge-codes.ts';
import { endGuard, judgeMessages } from '../../src/upkeep/restores/judge.ts';
import { giveCodes } from '../../src/vault/dealing/give-codes.ts';
import type { TestCode, TestProduct } from '../support/arrange.ts';
import { visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

interface Restored extends AsyncDisposable {
  world: TestWorld;
  shops: TestClient[];
  product: TestProduct;
  codes: TestCode[];
  /** Orders that were accepted and not issued when the backup was made. */
  queued: number[];
  ask: { lostUntil: Date; margin: 'all' };
}

/** Shops in three cells, thirty codes, four of them on their way to the second cell, and an order of each that waits. */
async function restored(): Promise<Restored> {
  const world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product({ facesRoubles: [500] });
  const shops = [await world.client(), await world.client(), await world.client()];
  const codes = await world.pool(product, 500, 30);
  const queued: number[] = [];
  for (const shop of shops)
    queued.push(
      await shop.makeOrder({
        product_id: product.id,
        face: 500,
        email_to: 'guest@mail.example',
        uuid: 'one',
      }),
    );
  const giving = {
    supplierId: product.supplierId,
    productId: product.id,
    faceKopecks: 50_000,
    lastsTo: '2026-11-28',
    endless: true,
    toCell: 2,
    codes: 4,
  };
  const from = everyCell(world.ctx)[0] ?? assert.fail();
  assert.equal(await transaction(from.db, (tx) => giveCodes(tx, giving, world.clock.now())), 4);
  world.clock.forward('1 min');
  await renewHistory(world.ctx.db);
  const seenAt = (await lastSeenAt(world.ctx.db)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), world.clock.now().getTime()) + 3_600_000);
  const ask = { lostUntil, margin: 'all' } as const;
  return {
    world,
    shops,
    product,
    codes,
    queued,
    ask,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function freeCodes({ ctx }: TestWorld): Promise<number> {
  let free = 0;
  for (const { db } of everyCell(ctx)) {
    const { rows } = await db.query<{ free: number }>(
      `select coalesce(sum(free), 0)::bigint as free from stock`,
    );
    free += rows[0]?.free ?? 0;
  }
  return free;
}

async function* rowsOf(numbers: string[]) {
  yield await Promise.resolve(numbers.map((number, index) => ({ line: index + 1, cells: [number] })));
}

test('each cell sets aside its codes and orders, codes on their way are set aside as they arrive, and people clear all', async () => {
  await using made = await restored();
  const { world, shops, product, codes, queued, ask } = made;
  const { ctx, clock } = world;
  const begun = await beginGuard(ctx, ctx.keyring, fromShell, ask, clock.now());
  assert.ok(begun.is === 'begun', begun.is);
  assert.deepEqual([begun.counts.codes, begun.counts.orders], [26, 3]);
  await world.settle();
  assert.equal(await freeCodes(world), 0, 'four have arrived, and may have been sold before');
  const open = await openOfGuard(ctx);
  assert.deepEqual([open.codes.map((one) => one.codes), open.orders], [[30], 3]);
  for (const [place, shop] of shops.entries())
    assert.equal((await shop.getStatus(queued[place] ?? 0))['status'], 'processing');

  const judge = (list: string[] | 'rest', sold: boolean) =>
    codesJudgedInCells(
      ctx,
      { productId: product.id, sold, list: list === 'rest' ? list : rowsOf(list) },
      ({ db, keyring }, each) => judgeCodes(db, keyring, fromShell, each, clock.now()),
    );
  const sold = codes.slice(0, 12).map(({ number }) => number);
  assert.deepEqual(await judge(['Номер', ...sold, 'unknown-1'], true), {
    is: 'judged',
    codes: 12,
    unknown: 1,
  });
  assert.equal((await endGuard(ctx, fromShell, clock.now())).is, 'open');
  assert.deepEqual(await judge('rest', false), { is: 'judged', codes: 18, unknown: 0 });
  assert.equal(await freeCodes(world), 18);

  const issued = await issuedInCells(ctx, fromShell, queued.slice(0, 2), clock.now());
  assert.deepEqual(issued, { is: 'judged', count: 2 });
  const admin = await visitor(world, operator, 'admin');
  assert.equal((await admin.get('/o/restore')).statusCode, 200);
  assert.equal((await admin.post('/o/restore/orders', {})).statusCode, 303);
  await world.settle();
  for (const [place, shop] of shops.entries())
    assert.equal((await shop.getStatus(queued[place] ?? 0))['status'], 'ok');
  assert.equal((await endGuard(ctx, fromShell, clock.now())).is, 'ended');
  assert.equal(await findGuard(ctx.db), null);

  const next = await shops[1]?.makeOrder({ product_id: product.id, face: 500, uuid: 'two' });
  assert.ok(next !== undefined && cellOfId(next) === 2);
  assert.ok(next > (queued[1] ?? 0) + 90_000_000, 'ids have leapt');
  await world.settle();
});

test('letters that were due are held in each cell', async () => {
  await using made = await restored();
  const { world, ask } = made;
  const { ctx, clock } = world;
  const before = clock.now();
  for (const { db } of everyCell(ctx))
    await db.query(
      `insert into deliveries (client_id, request_id, channel, kind, round, address, testmode, state, due_at, attempts)
       select client_id, id, 'email', 'reminder', 1, 'guest@mail.example', false, 'due', $1, 0 from requests`,
      [before],
    );
  const begun = await beginGuard(ctx, ctx.keyring, fromShell, ask, clock.now());
  assert.ok(begun.is === 'begun' && begun.counts.deliveries === 3, JSON.stringify(begun));
  const judged = await judgedInCells(ctx, ({ db, keyring }) =>
    judgeMessages(db, keyring, fromShell, { requestIds: null, send: false }, clock.now()),
  );
  assert.deepEqual(judged, { is: 'judged', count: 3 });
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
});

test('a part of the codes is not enough where they move between cells', async () => {
  await using made = await restored();
  const { ctx, clock } = made.world;
  const ask = { ...made.ask, margin: 3 };
  assert.deepEqual(await previewGuard(ctx, ask), { is: 'only-all' });
  assert.deepEqual(await beginGuard(ctx, ctx.keyring, fromShell, ask, clock.now()), { is: 'only-all' });
  assert.equal(await findGuard(ctx.db), null);
  await made.world.settle();
});

for (const cells of [1, 3])
  test(`killed after ${cells} of three cells, the guard is begun again and sets nothing aside twice`, async () => {
    await using made = await restored();
    const { world, ask } = made;
    const { ctx, clock } = world;
    let passed = 0;
    const kill = (at: CrashPointName) => {
      assert.equal(at, 'guard:cell-set-aside');
      passed += 1;
      if (passed === cells) throw new Error('killed');
    };
    await assert.rejects(beginGuard(ctx, ctx.keyring, fromShell, ask, clock.now(), kill), /killed/);
    assert.equal(await findGuard(ctx.db), null, 'processes still refuse the database');
    const begun = await beginGuard(ctx, ctx.keyring, fromShell, ask, clock.now());
    assert.ok(begun.is === 'begun', begun.is);
    await world.settle();
    const open = await openOfGuard(ctx);
    assert.deepEqual([open.codes.map((one) => one.codes), open.orders], [[30], 3]);
  });
