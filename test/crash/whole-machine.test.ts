import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, transaction, type Database } from '../../src/platform/database/database.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { verify } from '../../src/reports/verify.ts';
import { addClient, addCodes, addProduct, freshCodes, type Place } from '../support/arrange.ts';
import { callbackSink } from '../support/callback-sink.ts';
import { assertInvariants } from '../properties/invariants.ts';
import { testClient } from '../support/test-client.ts';
import { startPlatform, testMasterKey, type PlatformProcess } from './platform-process.ts';

const lanes = 30;
const ordersInLane = 15;
const patienceMs = 60_000;

/** Kills the platform and its database server at once, as a power failure would. */
async function cutPower(platform: PlatformProcess, dataFolder: string): Promise<void> {
  const pidFile = readFileSync(join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  await platform.kill('SIGKILL');
}

async function waitForTheEnd(db: Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let left = 1; left > 0; await sleep(50)) {
    const { rows } = await db.query<{ left: number }>(
      `select count(*) as left from requests where ended_at is null`,
    );
    left = rows[0]?.left ?? 0;
    assert.ok(performance.now() < deadline, `${left} orders are left undone`);
  }
}

const now = (): Date => new Date();

test('after two power cuts every answered order is kept and finished', async () => {
  await using world = new AsyncDisposableStack();
  const dataFolder = mkdtempSync(join(tmpdir(), 'facevalue-power-'));
  world.defer(() => rmSync(dataFolder, { recursive: true, force: true }));
  const callbacks = await callbackSink();
  world.defer(() => callbacks.close());
  const start = async (): Promise<{ platform: PlatformProcess; db: Database }> => {
    const platform = world.use(await startPlatform({ FACEVALUE_DATA: dataFolder }));
    const db = openDatabase(platform.ready.databaseUrl, { connections: 4, name: 'facevalue test' });
    return { platform, db };
  };
  let { platform, db } = await start();
  const place: Place = { db, now, keyring: await openKeyring(db, testMasterKey, now()) };
  const client = await addClient(place, { callbackUrl: callbacks.url, balanceRoubles: 1_000_000 });
  const product = await addProduct(place);
  await addCodes(place, product, 500, freshCodes(lanes * ordersInLane));

  const answered = new Map<string, number>();
  /** One after another, so that orders arrive all the time. A client without an answer repeats after the restart. */
  const placeLane = async (lane: number): Promise<void> => {
    const shop = testClient(platform.ready.baseUrl, client, callbacks);
    for (let index = 0; index < ordersInLane; index += 1) {
      const uuid = `order-${lane}-${index}`;
      const id = await shop.makeOrder({ product_id: product.id, face: 500, uuid });
      assert.equal(answered.get(uuid) ?? id, id, 'an answer that was given holds');
      answered.set(uuid, id);
    }
  };
  const placeAll = () => Promise.allSettled(Array.from({ length: lanes }, (_, lane) => placeLane(lane)));

  for (const enough of [lanes * 2, lanes * 8]) {
    const placing = placeAll();
    while (answered.size < enough) await sleep(1);
    await cutPower(platform, dataFolder);
    const lanesEnded = await placing;
    assert.ok(lanesEnded.some(({ status }) => status === 'rejected') && answered.size < lanes * ordersInLane);
    await db.end().catch(() => {});
    ({ platform, db } = await start());
  }
  const ended = await placeAll();
  assert.deepEqual(
    ended.filter(({ status }) => status === 'rejected'),
    [],
  );
  await waitForTheEnd(db);

  const { rows } = await db.query<{ state: string; orders: number }>(
    `select state, count(*) as orders from requests group by state`,
  );
  assert.deepEqual(rows, [{ state: 'issued', orders: lanes * ordersInLane }]);
  await assertInvariants(db);
  assert.ok((await transaction(db, (tx) => verify(tx, () => {}))).ok);
  await db.end();
  assert.equal(await platform.kill('SIGTERM'), null);
});
