import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addFile } from '../../../src/orders/bulk/add-file.ts';
import { findBulk, type BulkOrder, type BulkState } from '../../../src/orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../../src/orders/bulk/confirm-bulk.ts';
import type { Deciding } from '../../../src/orders/bulk/decide-bulk.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { transaction, type Database } from '../../../src/platform/database/database.ts';
import { travelOn } from '../../../src/platform/time-travel/set-time-travel.ts';
import { startPlatform } from '../../crash/platform-process.ts';
import { assertInvariants } from '../../properties/invariants.ts';
import { addClient, addProduct, type Place } from '../../support/arrange.ts';
import { csvSheet } from '../../support/bulk-world.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const patienceMs = 60_000;
const pauseMs = 50;
const hourMs = 3_600_000;
const lines = 700;

const points = [
  'read-bulk:before-commit',
  'read-bulk:after-commit',
  'place-bulk:before-commit',
  'place-bulk:before-commit#2',
  'place-bulk:after-commit',
  'place-bulk:after-commit#2',
];

for (const point of points) {
  test(`killed at ${point}, each line becomes exactly one order`, { timeout: 3 * patienceMs }, async () => {
    await using world = await migratedDatabase();
    const place: Place = { ...world, now: () => world.now };
    const client = await addClient(place, { balanceRoubles: lines * 500 });
    const product = await addProduct(place, { scheme: 'platform' });
    const sheet = Array.from({ length: lines }, (_, index) => [product.id, 500, 'link', `L-${index}`]);
    const bytes = csvSheet(['Товар', 'Номинал', 'Доставка', 'Внешний номер'], sheet);
    const file = { clientId: client.id, name: 'orders.csv', bytes };
    const added = await addFile(world.db, world.keyring, fromShell, file, world.now);
    assert.ok(added.is === 'added');
    const key = { clientId: client.id, bulkId: added.bulkId };

    const settings = { DATABASE_URL: world.url };
    const first = await startPlatform({ ...settings, FACEVALUE_CRASH_AT: point });
    if (point.startsWith('place-bulk'))
      await untilState(world.db, key, 'preview').then(() => confirm(world, key));
    assert.equal(await first.ended, 'SIGKILL');
    // What the dead process had leased is free again after the lease.
    await transaction(world.centre, (tx) => travelOn(tx, hourMs));
    await using second = await startPlatform(settings);
    if (point.startsWith('read-bulk'))
      await untilState(world.db, key, 'preview').then(() => confirm(world, key));
    const done = await untilState(world.db, key, 'done');
    assert.ok(second.isAlive());
    assert.deepEqual([done.lines, done.placed, done.issued], [lines, lines, lines]);
    const { rows } = await world.db.query(
      `select count(*) as requests, count(distinct external_id) as named from requests where state = 'issued'`,
    );
    assert.deepEqual(rows, [{ requests: lines, named: lines }]);
    await assertInvariants(world.db);
  });
}

type Key = { clientId: number; bulkId: number };

async function confirm(world: Deciding, key: Key): Promise<void> {
  const decided = await confirmBulk(world, fromShell, { ...key, again: false }, new Date());
  assert.equal(decided.is, 'done');
}

async function untilState(db: Database, key: Key, state: BulkState): Promise<BulkOrder> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const bulk = (await findBulk(db, key)) ?? assert.fail();
    if (bulk.state === state) return bulk;
    assert.ok(performance.now() < deadline, `it is ${bulk.state}, not ${state}`);
    await sleep(pauseMs);
  }
}
