import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { verify } from '../../src/reports/verify.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import { addClient, addProduct, passTest, type Place } from '../support/arrange.ts';
import { callbackSink } from '../support/callback-sink.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testClient } from '../support/test-client.ts';
import { smallSupplier } from './small-supplier.ts';

const points = ['ask-suppliers:after-claim', 'ask-suppliers:after-call', 'ask-suppliers:after-commit'];
const hourMs = 3_600_000;
const patienceMs = 60_000;

async function waitForEnd(db: Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let left = 1; left > 0; await sleep(25)) {
    const { rows } = await db.query<{ left: number }>(
      `select count(*) as left from requests where ended_at is null`,
    );
    left = rows[0]?.left ?? 0;
    assert.ok(performance.now() < deadline, 'the order did not end');
  }
}

for (const idempotent of [true, false]) {
  for (const point of points) {
    test(`killed at ${point}, ${idempotent ? '' : 'not '}idempotent: no code is bought twice`, async () => {
      await using world = await migratedDatabase();
      const [callbacks, supplier] = await Promise.all([callbackSink(), smallSupplier()]);
      supplier.idempotent = idempotent;
      const place: Place = { ...world, now: () => new Date() };
      const client = await addClient(place, { balanceRoubles: 1000 });
      const product = await addProduct(place, { scheme: 'api' });
      await transaction(world.centre, async (tx) => {
        const { supplierId } = product;
        const settings = { supplierUrl: supplier.url };
        await setAgreement(
          tx,
          world.keyring,
          { supplierId, adapter: 'rest', settings, idempotent },
          new Date(),
        );
        await passTest(tx, supplierId, new Date());
      });
      await using dying = await startPlatform({ DATABASE_URL: world.url, FACEVALUE_CRASH_AT: point });
      const id = await testClient(dying.ready.baseUrl, client, callbacks).makeOrder({
        product_id: product.id,
        face: 500,
      });
      assert.equal(await dying.ended, 'SIGKILL');
      // Leases of the dead process have ended by then.
      await transaction(world.centre, (tx) => travelOn(tx, hourMs));
      await using next = await startPlatform({ DATABASE_URL: world.url });
      await waitForEnd(world.db);
      const shop = testClient(next.ready.baseUrl, client, callbacks);
      const { status } = await shop.getStatus(id);
      // After a crash between claim and result it is unknown whether the supplier was called.
      const sold = idempotent || point === 'ask-suppliers:after-commit';
      assert.equal(status, sold ? 'ok' : 'error');
      assert.equal(await shop.getBalance(), sold ? 500 : 1000);
      if (sold) assert.deepEqual([...supplier.ledger.values()], [[(await shop.getCode(id)).code]]);
      assert.ok(supplier.ledger.size <= 1);
      const proof = await transaction(world.db, (tx) => verify(tx, () => {}));
      assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
      await Promise.all([callbacks.close(), supplier.close()]);
    });
  }
}

const burst = 300;

test('killed while orders are claimed ahead of their calls: each is sold once, by one code', async () => {
  await using world = await migratedDatabase();
  const [callbacks, supplier] = await Promise.all([callbackSink(), smallSupplier()]);
  const place: Place = { ...world, now: () => new Date() };
  const client = await addClient(place, { balanceRoubles: burst * 500 });
  const product = await addProduct(place, { scheme: 'api' });
  await transaction(world.centre, async (tx) => {
    const ask = { supplierId: product.supplierId, adapter: 'rest', settings: { supplierUrl: supplier.url } };
    await setAgreement(tx, world.keyring, ask, new Date());
    await passTest(tx, product.supplierId, new Date());
  });
  await using dying = await startPlatform({ DATABASE_URL: world.url });
  const shop = testClient(dying.ready.baseUrl, client, callbacks);
  const order = { product_id: product.id, face: 500 };
  const ids = await Promise.all(Array.from({ length: burst }, () => shop.makeOrder(order)));
  const deadline = performance.now() + patienceMs;
  while (supplier.ledger.size < burst / 4) {
    assert.ok(performance.now() < deadline, 'the supplier was not called');
    await sleep(1);
  }
  await dying.kill('SIGKILL');
  await transaction(world.centre, (tx) => travelOn(tx, hourMs));
  await using next = await startPlatform({ DATABASE_URL: world.url });
  await waitForEnd(world.db);
  const later = testClient(next.ready.baseUrl, client, callbacks);
  const codes = await Promise.all(ids.map(async (id) => (await later.getCode(id)).code));
  assert.equal(await later.getBalance(), 0);
  assert.equal(new Set(codes).size, burst);
  assert.deepEqual(codes.toSorted(), [...supplier.ledger.values()].flat().toSorted());
  const proof = await transaction(world.db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
  await Promise.all([callbacks.close(), supplier.close()]);
});
