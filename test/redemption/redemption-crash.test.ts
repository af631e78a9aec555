import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { verify } from '../../src/reports/verify.ts';
import { issueIntegrationToken } from '../../src/suppliers/used-export/integration-access.ts';
import { addClient, addProduct, type Place } from '../support/arrange.ts';
import { callbackSink } from '../support/callback-sink.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { testClient, type TestClient } from '../support/test-client.ts';

const patienceMs = 60_000;
const points: CrashPointName[] = ['redeem:before-commit', 'redeem:after-commit'];

async function codeOf(shop: TestClient, requestId: number): Promise<string> {
  const deadline = performance.now() + patienceMs;
  while ((await shop.getStatus(requestId))['status'] !== 'ok') {
    assert.ok(performance.now() < deadline, 'the order was not issued');
    await sleep(25);
  }
  return (await shop.getCode(requestId)).code;
}

async function tokenOf({ db, keyring, now }: MigratedDatabase, supplierId: number): Promise<string> {
  const issued = await transaction(db, (tx) => issueIntegrationToken(tx, keyring, { supplierId }, now));
  return issued.is === 'issued' ? issued.token : assert.fail(issued.is);
}

async function transactionsIn({ db }: MigratedDatabase): Promise<string[]> {
  const { rows } = await db.query<{ transaction: string }>(`select transaction from redemptions`);
  return rows.map((row) => row.transaction);
}

const whole = { inParts: false, taken: {} };
const part = { inParts: true, taken: { amount: 300 } };

for (const point of points)
  for (const { inParts, taken } of [whole, part])
    test(`killed at ${point}, a repeat with the same key redeems ${inParts ? 'one part' : 'once'} and gets the same answer`, async () => {
      await using world = await migratedDatabase();
      const callbacks = await callbackSink();
      const place: Place = { ...world, now: () => new Date() };
      const client = await addClient(place, { callbackUrl: null });
      const product = await addProduct(place, { scheme: 'platform', inParts });
      const token = await tokenOf(world, product.supplierId);
      await using dying = await startPlatform({ DATABASE_URL: world.url, FACEVALUE_CRASH_AT: point });
      const shop = testClient(dying.ready.baseUrl, client, callbacks);
      const order = { product_id: product.id, face: 500, delivery_type: 'code' };
      const code = await codeOf(shop, await shop.makeOrder(order));
      const redeem = (baseUrl: string, key: string): Promise<Response> =>
        fetch(`${baseUrl}/integration/v1/redeem`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ code, idempotency_key: key, till: 'Касса 1', ...taken }),
        });
      await assert.rejects(redeem(dying.ready.baseUrl, 'чек-1'), 'the till gets no answer');
      assert.equal(await dying.ended, 'SIGKILL');
      const kept = await transactionsIn(world);
      assert.equal(kept.length, point === 'redeem:after-commit' ? 1 : 0);

      await using next = await startPlatform({ DATABASE_URL: world.url });
      const told = [];
      for (let repeat = 0; repeat < 2; repeat += 1) {
        const answer = await redeem(next.ready.baseUrl, 'чек-1');
        assert.equal(answer.status, 200);
        told.push(((await answer.json()) as { transaction: string }).transaction);
      }
      const [written = '', ...more] = await transactionsIn(world);
      assert.deepEqual(
        [...kept, ...told],
        Array.from({ length: kept.length + 2 }, () => written),
      );
      assert.deepEqual(more, [], 'redeemed once');
      assert.equal((await redeem(next.ready.baseUrl, 'чек-2')).status, 409, 'another till comes too late');
      const proof = await transaction(world.db, (tx) => verify(tx, () => {}));
      assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
      await callbacks.close();
    });
