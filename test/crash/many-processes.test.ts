import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../src/platform/database/database.ts';
import { verify } from '../../src/reports/verify.ts';
import { addClient, addCodes, addProduct, freshCodes, type Place } from '../support/arrange.ts';
import { callbackSink } from '../support/callback-sink.ts';
import { mailSink } from '../support/mail-sink.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { assertInvariants } from '../properties/invariants.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { startProcess } from './platform-process.ts';
import { lastingPort } from '../support/lasting-port.ts';

const orders = 400;
const codes = 250;
const patienceMs = 60_000;
const pauseMs = 100;
/** Too many requests at once, and a database that does not answer in time. */
const repeatable = [1003, 9000];
const operatorToken = 'operator-token';

test('with two API processes and two workers, each uuid is one order with one code and one callback', async () => {
  await using running = new AsyncDisposableStack();
  const world = running.use(await migratedDatabase());
  const [mail, callbacks] = await Promise.all([mailSink(), callbackSink()]);
  running.defer(() => mail.close());
  running.defer(() => callbacks.close());
  const place: Place = { ...world, now: () => new Date() };
  const client = await addClient(place, { callbackUrl: callbacks.url });
  const product = await addProduct(place, { facesRoubles: [100] });
  await addCodes(place, product, 100, freshCodes(codes));
  const settings = {
    DATABASE_URL: world.url,
    FACEVALUE_SMTP_URL: mail.url,
    FACEVALUE_OPERATOR_TOKEN: operatorToken,
  };
  const ports = [await lastingPort(), await lastingPort()];
  const workPorts = [await lastingPort(), await lastingPort()];
  const processes = await Promise.all([
    ...ports.map((port) =>
      startProcess(['src/main.ts', 'serve', '--json'], { ...settings, PORT: String(port) }),
    ),
    ...workPorts.map((port) =>
      startProcess(['src/main.ts', 'work', '--json'], { ...settings, FACEVALUE_WORK_PORT: String(port) }),
    ),
  ]);

  for (const one of processes) running.use(one);
  const shops = ports.map((port) => testClient(`http://127.0.0.1:${port}`, client, callbacks));
  const ids = await Promise.all(
    Array.from({ length: orders }, async (_, index) => {
      const order = { product_id: product.id, face: 100, uuid: `order-${index}` };
      const [one, other] = await Promise.all(
        shops.map((shop) => placeStubbornly(shop, { ...order, email_to: `a${index}@mail.example` })),
      );
      // When the last code is sold, one process may see it before the other.
      if (one !== 3601 && other !== 3601) assert.equal(one, other);
      return Number(one === 3601 ? other : one);
    }),
  );
  const deadline = performance.now() + patienceMs;
  for (let left = 1; left > 0; await sleep(50)) {
    const { rows } = await world.db.query<{ left: number }>(
      `select (select count(*) from requests where ended_at is null) + (select count(*) from callbacks where state = 'due')
         + (select count(*) from deliveries where state = 'due') as left`,
    );
    left = rows[0]?.left ?? 0;
    assert.ok(performance.now() < deadline, `${left} things are left undone`);
  }

  const issuedBy = await Promise.all(workPorts.map(issuedByWorker));
  assert.equal(
    issuedBy.reduce((sum, count) => sum + count, 0),
    codes,
    'the workers tell of what they issued',
  );
  const accepted = new Set(ids.filter((id) => id !== 3601));
  const { rows } = await world.db.query<{ state: string; orders: number }>(
    `select state, count(*) as orders from requests group by state`,
  );
  const counts = new Map(rows.map((row) => [row.state, row.orders]));
  assert.equal(counts.get('issued'), codes);
  const { rows: requests } = await world.db.query<{ id: number }>(`select id from requests`);
  assert.deepEqual(
    accepted,
    new Set(requests.map(({ id }) => id)),
    'what is accepted is there, and nothing else',
  );
  assert.equal(accepted.size, codes, 'as many are accepted as there are codes, and none fails later');
  assert.deepEqual([...counts.keys()], ['issued']);
  assert.equal(mail.letters.length, codes);
  assert.equal(new Set(mail.letters.map(({ messageId }) => messageId)).size, codes);
  assert.equal(callbacks.received.length, accepted.size, 'each outcome was told once');
  await assertInvariants(world.db);
  assert.ok((await transaction(world.db, (tx) => verify(tx, () => {}))).ok);

  // On SIGTERM each finishes what it began and exits by itself.
  assert.deepEqual(await Promise.all(processes.map((one) => one.kill('SIGTERM'))), [null, null, null, null]);
});

/** The id, or why it is refused. On a busy machine a server may ask to repeat, which a client does with the same uuid. */
async function placeStubbornly(shop: TestClient, order: object): Promise<number | undefined> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(pauseMs)) {
    const { data, error } = await shop.call('makeOrder', order);
    if (error === undefined || !repeatable.includes(error.code))
      return (data as { id: number } | undefined)?.id ?? error?.code;
  }
  throw new Error('An order was neither accepted nor refused.');
}

/** From a worker's metrics: how many certificates it has issued. */
async function issuedByWorker(port: number): Promise<number> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  assert.equal(health.status, 200);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Number(/^facevalue_issue_seconds_count (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
