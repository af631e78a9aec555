import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { verify } from '../../src/reports/verify.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import { addClient, addProduct, passTest, type Place } from '../support/arrange.ts';
import { callbackSink } from '../support/callback-sink.ts';
import { startPlatform, type PlatformProcess } from '../crash/platform-process.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testClient } from '../support/test-client.ts';
import { assertNothingLost, judge } from './ledger-judge.ts';
import { refusalFaults, spoilingFaults } from './small-supplier-faults.ts';
import { smallSupplier, type Fault } from './small-supplier.ts';

/** The lease of a dead process, and then every retry. */
const leaseMs = 4 * 60_000;
const dayMs = 25 * 3_600_000;
const patienceMs = 60_000;
const timeoutMs = 2000;

const deaths = ['ask-suppliers:after-claim#3', 'ask-suppliers:after-call#5', 'ask-suppliers:after-commit#2'];

for (const idempotent of [true, false]) {
  test(`killed repeatedly while a supplier fails, ${idempotent ? '' : 'not '}idempotent: each code is sold once or quarantined`, async () => {
    await using running = new AsyncDisposableStack();
    const world = running.use(await migratedDatabase());
    const [callbacks, supplier] = await Promise.all([callbackSink(), smallSupplier()]);
    running.defer(() => callbacks.close());
    running.defer(() => supplier.close());
    supplier.idempotent = idempotent;
    // Each kind of failure, then each kind of refusal. A second code in a call whose answer was lost in the crash could
    // not be noticed by anyone.
    supplier.scripts = spoilingFaults.flatMap((first, index): Fault[][] => [
      [first],
      [first, refusalFaults[index % refusalFaults.length] as Fault],
    ]);
    const orders = supplier.scripts.length;
    const place: Place = { ...world, now: () => new Date() };
    const client = await addClient(place, { balanceRoubles: 1_000_000 });
    const product = await addProduct(place, { scheme: 'api' });
    const { supplierId } = product;
    await transaction(world.centre, async (tx) => {
      const ask = {
        supplierId,
        adapter: 'rest',
        settings: { supplierUrl: supplier.url },
        idempotent,
        timeoutMs,
      };
      await setAgreement(tx, world.keyring, ask, new Date());
      await passTest(tx, supplierId, new Date());
    });
    const orderAll = async ({ ready }: PlatformProcess): Promise<PromiseSettledResult<number>[]> => {
      const shop = testClient(ready.baseUrl, client, callbacks);
      return Promise.allSettled(
        Array.from({ length: orders }, (_, index) =>
          shop.makeOrder({ product_id: product.id, face: 500, uuid: `order-${index}` }),
        ),
      );
    };
    for (const death of deaths) {
      await using dying = await startPlatform({ DATABASE_URL: world.url, FACEVALUE_CRASH_AT: death });
      await orderAll(dying);
      // Killed even if no more of that kind is left to do.
      await Promise.race([dying.ended, sleep(patienceMs / 6)]);
      await dying.kill('SIGKILL');
      await transaction(world.centre, (tx) => travelOn(tx, leaseMs));
    }
    await using last = await startPlatform({ DATABASE_URL: world.url });
    const accepted = await orderAll(last);
    assert.ok(accepted.every(({ status }) => status === 'fulfilled'));
    // All wrong answers so far may have been lost in a crash; this one is not.
    supplier.scripts.push(['wrong-face']);
    await testClient(last.ready.baseUrl, client, callbacks).makeOrder({
      product_id: product.id,
      face: 500,
      uuid: 'order-after-the-crashes',
    });
    const deadline = performance.now() + patienceMs;
    for (let left = 1; left > 0; await sleep(250)) {
      await transaction(world.centre, (tx) => travelOn(tx, leaseMs));
      const { rows } = await world.db.query<{ left: number }>(
        `select count(*) as left from requests where ended_at is null`,
      );
      left = rows[0]?.left ?? 0;
      if (performance.now() > deadline - patienceMs / 2)
        await transaction(world.centre, (tx) => travelOn(tx, dayMs));
      assert.ok(performance.now() < deadline, `${left} orders did not end`);
    }
    const judgement = await judge(world, supplierId, supplier);
    assertNothingLost(judgement);
    assert.ok(judgement.issued > 0 && judgement.quarantined > 0, JSON.stringify(judgement));
    const shop = testClient(last.ready.baseUrl, client, callbacks);
    assert.equal(await shop.getBalance(), 1_000_000 - 500 * judgement.sold);
    const proof = await transaction(world.db, (tx) => verify(tx, () => {}));
    assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
  });
}
