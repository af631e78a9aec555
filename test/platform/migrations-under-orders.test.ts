import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Client } from '../../src/clients/client.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { isLockTimeout } from '../../src/platform/database/database-errors.ts';
import { openDatabase, pipelinedTransaction, transaction } from '../../src/platform/database/database.ts';
import { serviceLimits } from '../../src/platform/database/database-limits.ts';
import { migrationNames } from '../../src/platform/database/applied-migrations.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { openKeyring, type Keyring } from '../../src/platform/secrets/keyring.ts';
import { addClient, addProduct, type TestProduct } from '../support/arrange.ts';
import { createTestDatabase } from '../support/test-cluster.ts';

/** The last that makes the tables of a new installation; what came later is applied beneath the orders. */
const earlier = '0230-work-items.sql';
const migrations = join(import.meta.dirname, '../../migrations');
const names = await migrationNames();
const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder of these migrations. */
function folderOf(some: string[], more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-migrations-'));
  folders.push(folder);
  for (const name of some) copyFileSync(join(migrations, name), join(folder, name));
  for (const [name, sql] of Object.entries(more)) writeFileSync(join(folder, name), sql);
  return folder;
}

const lanes = 3;
const ordersAtOnce = 20;
const ordersBefore = 40;
const deadlineMs = 120_000;
const masterKey = Buffer.alloc(32, 7);

const askOf = (client: Client, product: TestProduct): OrderAsk => {
  const uuid = randomUUID();
  return {
    client,
    productId: product.id,
    faceKopecks: 500_00,
    uuid,
    parametersHash: hash('sha256', uuid, 'hex'),
    emailFrom: '',
    emailTo: 'anna@mail.example',
    senderName: '',
    recipientName: '',
    toPhone: '',
    greeting: '',
    serviceCode: '',
    comment: '',
    externalId: '',
    deliveryType: 'email',
    dateSend: null,
    ttlSeconds: null,
    callbackUrl: 'http://127.0.0.1:9/callback',
    testmode: false,
    wrongNow: [],
  };
};

interface Outcome {
  applied: string[];
  issued: number;
  /** Orders that would have waited for a table longer than a process of production waits. */
  heldUp: number;
}

/** Applies the migrations of `folder` to a database of the earlier version on which orders are accepted and issued all the time. */
async function migrateUnderOrders(folder: string): Promise<Outcome> {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  const owner = openDatabase(database.url, { connections: 2, name: 'facevalue test owner' });
  const db = openDatabase(database.url, {
    connections: 2 * lanes,
    name: 'facevalue test',
    limits: serviceLimits,
  });
  try {
    const now = new Date();
    await migrate(owner, now, { folder: folderOf(names.filter((name) => name <= earlier)) });
    const keyring = await openKeyring(owner, masterKey, now);
    const place = { db: owner, keyring, now: () => new Date() };
    const product = await addProduct(place, { scheme: 'platform' });
    const clients = await Promise.all(
      Array.from({ length: lanes }, () => addClient(place, { balanceRoubles: 0, creditRoubles: 1e7 })),
    );
    const told = { issued: 0, heldUp: 0 };
    const stop = new AbortController();
    const turning = clients.map(async (client) => {
      while (!stop.signal.aborted) await orderSome(db, keyring, { client, product }, told);
    });
    const turned = Promise.all(turning);
    // Awaited in the end; until then a failure must not count as unhandled.
    turned.catch(() => {});
    await untilIssued(told, ordersBefore);
    const applied = await migrate(owner, now, { folder });
    await untilIssued(told, told.issued + ordersBefore);
    stop.abort();
    await turned;
    return { applied, ...told };
  } finally {
    await Promise.all([db.end(), owner.end()]);
    await database.drop();
  }
}

async function orderSome(
  db: ReturnType<typeof openDatabase>,
  keyring: Keyring,
  { client, product }: { client: Client; product: TestProduct },
  told: { issued: number; heldUp: number },
): Promise<void> {
  try {
    const asks = Array.from({ length: ordersAtOnce }, () => askOf(client, product));
    await pipelinedTransaction(db, (tx) => placeOrders(tx, asks, new Date()));
    const settings = { keyring, baseUrl: 'http://127.0.0.1', limit: ordersAtOnce };
    told.issued += (await transaction(db, (tx) => issueOrders(tx, settings, new Date()))).taken;
  } catch (problem) {
    if (!isLockTimeout(problem)) throw problem;
    told.heldUp += 1;
  }
}

async function untilIssued(told: { issued: number }, count: number): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (told.issued < count) {
    assert.ok(performance.now() < deadline, `${told.issued} of ${count} orders were issued`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the migrations since an earlier version hold up no order for two seconds', async () => {
  const { applied, heldUp } = await migrateUnderOrders(migrations);
  assert.deepEqual(
    applied,
    names.filter((name) => name > earlier),
  );
  assert.equal(serviceLimits.lockMs, 2000);
  assert.equal(heldUp, 0);
});

test('an index that is made concurrently holds up no order, and a table that is locked for longer does', async () => {
  const concurrently = `-- without a transaction
create index concurrently if not exists requests_by_face on requests (face_kopecks, accepted_at);
create index concurrently if not exists certificates_by_face on certificates (face_kopecks);
`;
  const indexed = await migrateUnderOrders(folderOf(names, { '9998-indexes.sql': concurrently }));
  assert.equal(indexed.applied.at(-1), '9998-indexes.sql');
  assert.equal(indexed.heldUp, 0);
  const locking = `lock table requests in access exclusive mode; select pg_sleep(4);`;
  const locked = await migrateUnderOrders(folderOf(names, { '9999-locked.sql': locking }));
  assert.ok(locked.heldUp > 0, 'it would be noticed');
});
