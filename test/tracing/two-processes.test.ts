import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { testMasterKey } from '../crash/platform-process.ts';
import { shopWorld, type ShopWorld } from '../platform/database/shop-world.ts';
import { addCodes, addProduct } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testClient } from '../support/test-client.ts';
import { traceCollector } from '../support/trace-collector.ts';

const patienceMs = 60_000;

let world: ShopWorld;
const running = new AsyncDisposableStack();
before(async () => {
  const database = running.use(await migratedDatabase());
  world = running.use(await shopWorld(database.url));
});
after(() => running.disposeAsync());

test('what serve and work tell of an order is one trace, whose id is in the log', async () => {
  const collector = running.use(await traceCollector());
  const now = new Date();
  const place = { db: world.db, keyring: await openKeyring(world.db, testMasterKey, now), now: () => now };
  const product = await addProduct(place);
  await addCodes(place, product, 500, [{ number: '7700123456789', pin: '2718' }]);
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'gifts',
    FACEVALUE_LOG: 'info',
  };
  const serve = await world.start('serve', settings);
  await world.start('work', settings);
  const buyer = world.buyers[0] ?? assert.fail('no buyer');
  const shop = testClient(serve.url, buyer, world.callbacks);
  const id = await shop.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });

  const wanted = ['makeOrder', 'accept', 'issue', 'letter', 'render', 'send', 'callback'];
  const traceOf = () => {
    const first = collector.spans.find(({ name }) => name === 'makeOrder');
    return collector.spans.filter(({ traceId }) => traceId === first?.traceId);
  };
  const deadline = performance.now() + patienceMs;
  while (!wanted.every((name) => traceOf().some((span) => span.name === name))) {
    assert.ok(
      performance.now() < deadline,
      `only ${traceOf()
        .map(({ name }) => name)
        .join()}`,
    );
    await sleep(50);
  }
  const spans = traceOf();
  assert.deepEqual(spans.map(({ name }) => name).toSorted(), wanted.toSorted());
  const ids = new Set(spans.map(({ spanId }) => spanId));
  assert.ok(
    spans.every(({ name, parentId }) => (name === 'makeOrder' ? parentId === '' : ids.has(parentId))),
  );
  assert.ok(spans.every(({ resource }) => resource['service.name'] === 'gifts'));
  const namesBy = (role: string): string[] =>
    spans
      .filter(({ resource }) => String(resource['service.instance.id']).startsWith(`facevalue ${role} `))
      .map(({ name }) => name)
      .toSorted();
  assert.deepEqual(namesBy('serve'), ['accept', 'makeOrder']);
  assert.deepEqual(namesBy('work'), ['callback', 'issue', 'letter', 'render', 'send']);
  const line = serve.process
    .said()
    .split('\n')
    .find((one) => one.includes('"cmd":"makeOrder"'));
  assert.ok(line?.includes(`"trace_id":"${spans[0]?.traceId}"`) === true, line ?? 'no line');
  assert.ok(!collector.received.join('\n').includes('7700123456789'));
  assert.equal((await shop.getCode(id)).code, '7700123456789');
});

test('without an address nothing of it is loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-loaded-'));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  const serve = await world.start('serve', { NODE_V8_COVERAGE: folder });
  assert.equal((await fetch(`${serve.url}/readyz`)).status, 200);
  await serve.process.kill('SIGTERM');
  // Written as a whole when a process ends; what Node prints while it loads may be lost in a full pipe.
  const loaded = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  assert.ok(
    loaded.some((scripts) => scripts.includes('/prom-client/')),
    'it is told what was loaded',
  );
  // Its interface is what prom-client loads.
  const ofTracing = /\/@opentelemetry\/(?!api\/)|span-exporter/;
  assert.ok(!loaded.some((scripts) => ofTracing.test(scripts)));
});
