import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { createWorkers, startWorkers } from '../../../src/workers.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const kinds = ['getCode', 'getLinks', 'getCertificate'] as const;

/** The polls of the watcher, as the server counts them. */
async function looksOf(
  world: TestWorld,
  client: { id: number },
  during: () => Promise<unknown>,
): Promise<number> {
  const { db } = world.cellOf(client);
  const query = db.query.bind(db);
  let looks = 0;
  const counted = (...ask: unknown[]): unknown => {
    if (String(ask[0]).includes('from requests r where')) looks += 1;
    return (query as (...ask: unknown[]) => unknown)(...ask);
  };
  Object.assign(db, { query: counted });
  await during();
  Object.assign(db, { query });
  return looks;
}

test('code, links and certificate are available right after makeOrder', async () => {
  await using world = await testWorld();
  const [coffee, shop] = [await world.product({ scheme: 'platform' }), await world.client()];
  const workers = startWorkers(world.ctx, createWorkers(world.ctx));
  try {
    for (const kind of kinds) {
      const id = await shop.makeOrder({ product_id: coffee.id, face: 500, delivery_type: 'link' });
      const answer = await shop.call(kind, { queue_id: id });
      assert.equal(answer.status, 'ok', `${kind}: ${JSON.stringify(answer.error)}`);
    }
  } finally {
    await workers.stop();
  }
  await world.settle();
});

test('a waiting call gets the result of its order; a delayed order is answered at once', async () => {
  await using world = await testWorld();
  const [coffee, tea] = [await world.product({ scheme: 'platform' }), await world.product()];
  const [shop, patient] = [await world.client(), await world.client({ delayedMode: true })];
  const order = { product_id: coffee.id, face: 500, delivery_type: 'link' };
  const failing = await shop.makeOrder({ ...order, testmode: 1, comment: 'simulate:error=5000' });
  const issued = await shop.makeOrder(order);
  const answers = [shop.error('getCode', { queue_id: failing }), shop.getLinks(issued)] as const;
  await pause(100);
  await world.settle();
  assert.equal((await answers[0]).code, 1209);
  assert.ok((await answers[1]).download_url);

  const delayed = await patient.makeOrder({ product_id: tea.id, face: 500 });
  const looksAtOnce = await looksOf(world, patient, async () => {
    assert.equal((await patient.error('getCode', { queue_id: delayed })).code, 1208);
  });
  const slow = await shop.makeOrder({ ...order, testmode: 1, comment: 'simulate:slow=600' });
  const waitedFrom = performance.now();
  const looks = await looksOf(world, shop, async () => {
    assert.equal((await shop.error('getCode', { queue_id: slow })).code, 1004);
  });
  const waited = performance.now() - waitedFrom;
  assert.ok(waited >= 990, `it waited only ${waited} ms`);
  assert.ok(looksAtOnce < looks, `${looksAtOnce} looks at once beside ${looks} of who waits`);
});

test('any number of waiting calls cost one query per interval, and none after they have gone', async () => {
  await using world = await testWorld();
  const [coffee, shop] = [await world.product({ scheme: 'platform' }), await world.client()];
  const slow = { product_id: coffee.id, face: 500, testmode: 1, comment: 'simulate:slow=600' };
  const ids = await Promise.all(Array.from({ length: 60 }, () => shop.makeOrder(slow)));
  const together = await looksOf(world, shop, async () => {
    const answers = await Promise.all(ids.map((id) => shop.error('getCode', { queue_id: id })));
    assert.deepEqual([...new Set(answers.map(({ code }) => code))], [1004]);
  });
  assert.ok(together < 60 + 110, `${together} statements for 60 that waited a second`);

  const { hostname, port } = new URL(world.baseUrl);
  const data = JSON.stringify({ queue_id: ids[0] });
  const query = new URLSearchParams({
    cmd: 'getCode',
    id: String(shop.id),
    in: 'json',
    sig: signatureOf('getCode', data, shop.secret),
    data,
  });
  const gone = await looksOf(world, shop, async () => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /?${query.toString()} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    await pause(200);
    socket.destroy();
    await pause(100);
  });
  const afterwards = await looksOf(world, shop, () => pause(400));
  assert.ok(gone > 0);
  assert.equal(afterwards, 0, 'nobody looks for a caller that has gone');
});
