import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { createMetrics } from '../../src/platform/process/metrics.ts';
import { readTracing } from '../../src/platform/settings/tracing-settings.ts';
import { newTrace, openTracing, type Tracing } from '../../src/platform/tracing/tracing.ts';
import { traceCollector } from '../support/trace-collector.ts';

const keyring = { fingerprint: () => Buffer.alloc(32, 9) };
/** As many as wait or are being sent at the most. */
const maxWaiting = 8192;
const patienceMs = 60_000;

const nowMs = (): number => performance.timeOrigin + performance.now();

async function opened(url: string) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const settings = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const tracing = await openTracing(settings, { keyring, nowMs, log, metrics, name: 'test', version: '1' });
  assert.ok(tracing !== null);
  const counted = async (outcome: string): Promise<number> =>
    (await metrics.traceSpansTotal.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  return { tracing, counted, lines };
}

function recordMany(tracing: Tracing, count: number): void {
  for (let told = 0; told < count; told += 1)
    tracing.record({ place: newTrace(), name: 'test', startMs: performance.now(), attributes: {} });
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, what);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('of a collector that hangs no more spans are kept than fit, and a process that ends does not wait for it', async () => {
  await using collector = await traceCollector();
  collector.become('hang');
  const { tracing, counted } = await opened(collector.url);
  recordMany(tracing, 3 * maxWaiting);
  await until(() => Promise.resolve(collector.requests() > 0), 'it is asked');
  recordMany(tracing, maxWaiting);
  assert.equal(await counted('lost'), 3 * maxWaiting, 'those above the limit are lost at once');
  const endedMs = performance.now();
  await tracing.close();
  assert.ok(performance.now() - endedMs < patienceMs / 2, 'it ends without the collector');
  assert.ok(collector.requests() < maxWaiting / 512 + 2);
});

test('spans come again once the collector is back, and the log has one line', async () => {
  await using collector = await traceCollector();
  collector.become('fail');
  const { tracing, counted, lines } = await opened(collector.url);
  recordMany(tracing, 10);
  await until(async () => (await counted('lost')) === 10, 'they are lost');
  collector.become('take');
  recordMany(tracing, 700);
  await tracing.close();
  assert.equal(collector.spans.length, 700);
  assert.equal(await counted('sent'), 700);
  const warnings = lines.filter((line) => line.includes('traces cannot be sent'));
  assert.equal(warnings.length, 1);
  assert.equal(new Set(collector.spans.map(({ spanId }) => spanId)).size, 700);
});

test('a collector that is not there, or cuts connections, loses spans and nothing else', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = await opened(`http://127.0.0.1:${port}`);
  recordMany(cut.tracing, 10);
  await cut.tracing.close();
  await new Promise((resolve) => server.close(resolve));
  const gone = await opened(`http://127.0.0.1:${port}`);
  recordMany(gone.tracing, 10);
  await gone.tracing.close();
  assert.equal((await cut.counted('sent')) + (await gone.counted('sent')), 0);
});

test('a sampled share is the same orders in every process, and none of the others costs a hash', async () => {
  let hashes = 0;
  const counting = {
    fingerprint: (text: string) => {
      hashes += 1;
      return Buffer.from(text.padEnd(32).slice(-32));
    },
  };
  const parts = {
    keyring: counting,
    nowMs: () => 0,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  };
  const settings = readTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  });
  const [one, other] = await Promise.all(
    ['serve', 'work'].map((name) => openTracing(settings, { ...parts, name, version: '1' })),
  );
  const orders = Array.from({ length: 20_000 }, (_, index) => ({
    clientId: 7,
    requestId: 4_999_990_000 + index,
  }));
  hashes = 0;
  const places = orders.map((order) => one?.ofOrder(order) ?? null);
  const sampled = places.filter((place) => place !== null).length;
  assert.ok(sampled > 100 && sampled < 320, `${sampled} of 20,000`);
  assert.equal(hashes, sampled);
  assert.deepEqual(
    orders.map((order) => other?.ofOrder(order) ?? null),
    places,
  );
  await Promise.all([one?.close(), other?.close()]);
});

test('settings are the standard ones, checked, and off without an address', () => {
  const url = 'https://collector.example';
  assert.equal(readTracing({}), null);
  assert.equal(readTracing({ OTEL_SERVICE_NAME: randomUUID() }), null);
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/` };
  assert.deepEqual(readTracing(on), {
    tracesUrl: `${url}/v1/traces`,
    headers: {},
    serviceName: 'facevalue',
    resource: {},
    sampledShare: 1,
  });
  assert.equal(
    readTracing({ ...on, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/otlp` })?.tracesUrl,
    `${url}/otlp`,
  );
  for (const off of [
    { OTEL_SDK_DISABLED: 'TRUE' },
    { OTEL_TRACES_SAMPLER: 'always_off' },
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  ])
    assert.equal(readTracing({ ...on, ...off }), null);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:secret@collector.example' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'token' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'token=%0d%0ax' },
    { OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_TRACES_SAMPLER_ARG: '1%' },
    { OTEL_SDK_DISABLED: 'yes' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example', OTEL_EXPORTER_OTLP_HEADERS: 'token=x' },
  ])
    assert.throws(() => readTracing(wrong), /OTEL_/, JSON.stringify(wrong));
});
