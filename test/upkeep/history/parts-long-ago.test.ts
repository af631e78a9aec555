/** Certificates in parts after years, and after a restore. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { everyCell } from '../../../src/platform/cells/cell-context.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { lastSeenAt, renewHistory } from '../../../src/platform/database/history.ts';
import { findClientOrder } from '../../../src/reports/client-order.ts';
import { verify } from '../../../src/reports/verify.ts';
import { beginGuard } from '../../../src/upkeep/restores/begin-guard.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import type { TestClient } from '../../support/test-client.ts';
import { runCommand } from '../../support/run-command.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-history-'));
after(() => rmSync(folder, { recursive: true }));

async function brokenChecks(world: TestWorld, client: TestClient): Promise<string[]> {
  const proof = await transaction(world.cellOf(client).db, (tx) => verify(tx, () => {}));
  return proof.checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

async function arrange(world: TestWorld) {
  const client = await world.client();
  const product = await world.product({
    scheme: 'platform',
    inParts: true,
    validity: { is: 'days', days: 365 },
  });
  const caller = await supplierCaller(world, product.supplierId);
  const id = await client.makeOrder({
    product_id: product.id,
    face: 500,
    email_to: 'mila@recipients.example',
  });
  await world.settle();
  const { code } = await client.getCode(id);
  return { client, caller, id, code };
}

test('parts stay in the story of an order whose history has left for files and whose code is erased', async () => {
  await using world = await testWorld({}, '2020-01-10T12:00:00+03:00');
  const { client, caller, id, code } = await arrange(world);
  for (const amount of [100, 150])
    assert.equal((await caller.redeem({ code, amount, idempotency_key: String(amount) })).status, 200);
  world.clock.forward('1000 d');
  for (const cell of everyCell(world.ctx)) {
    const eraser = createOldEraser(cell);
    while ((await eraser.round()) > 0);
  }
  const moved = await runCommand(world, [
    'history',
    'move-out',
    '--older-than',
    '3y',
    '--to',
    folder,
    '--json',
  ]);
  assert.equal(moved.code, 0, moved.err);
  assert.equal((JSON.parse(moved.out) as { orders: number }).orders, 1);
  const story = await findClientOrder(world.cellOf(client).db, { clientId: client.id, requestId: id });
  const parts = story?.events.filter(({ event }) => event === 'redeemed_part') ?? [];
  assert.equal(parts.length, 2);
  assert.equal(story?.order.takenKopecks, 25_000);
  assert.deepEqual(await brokenChecks(world, client), []);
});

test('after a restore a certificate has the balance of the backup; a till repeats a lost part once', async () => {
  await using world = await testWorld();
  const { client, caller, code } = await arrange(world);
  const { db } = world.cellOf(client);
  const take = (amount: number) => caller.redeem({ code, amount, idempotency_key: `sale ${amount}` });
  assert.equal((await take(100)).status, 200);
  // What a restore loses: the part that was taken after the backup.
  const lost = (await take(250)).body['transaction'];
  await transaction(db, async (tx) => {
    await tx.query(`delete from redemptions where transaction = $1`, [lost]);
    await tx.query(`update codes set taken_kopecks = taken_kopecks - 25000 where taken_kopecks > 0`);
  });
  await renewHistory(world.ctx.db);
  const seenAt = (await lastSeenAt(world.ctx.db)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), world.clock.now().getTime()) + 3_600_000);
  const begun = await beginGuard(
    world.ctx,
    world.ctx.keyring,
    fromShell,
    { lostUntil, margin: 'all' },
    world.clock.now(),
  );
  assert.equal(begun.is, 'begun');
  assert.equal((await caller.check(code)).body['left'], 400, 'as the backup knows it');
  for (let times = 0; times < 2; times += 1) assert.equal((await take(250)).body['left'], 150);
  assert.equal((await take(151)).body.error?.['code'], 'amount_too_large');
  assert.deepEqual(await brokenChecks(world, client), []);
});
