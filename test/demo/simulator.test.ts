import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingsFor } from '../../seeds/demo-world/agreement-with.ts';
import type { FaultName } from '../../simulators/supplier/fault.ts';
import {
  protocols,
  startSupplierSimulator,
  type ProtocolName,
  type SupplierSimulator,
} from '../../simulators/supplier/start-simulator.ts';
import { adapterNamed } from '../../src/suppliers/adapters/list.ts';
import { createHttpClient } from '../../src/platform/network/http-client.ts';
import {
  callSupplierOnce,
  type CallReading,
  type SupplierCall,
} from '../../src/suppliers/calls/call-supplier.ts';

const names = Object.keys(protocols) as ProtocolName[];
const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const timeoutMs = 2000;

interface Shop extends AsyncDisposable {
  simulator: SupplierSimulator;
  call(protocol: ProtocolName, call: SupplierCall): Promise<CallReading>;
  issue(protocol: ProtocolName, requestId?: string, roubles?: number): Promise<CallReading>;
  activate(protocol: ProtocolName, number: string): Promise<CallReading>;
}

/** The simulator, called as the platform calls it. */
async function shop(folder?: string): Promise<Shop> {
  const simulator = await startSupplierSimulator({ clock, ...(folder === undefined ? {} : { folder }) });
  const http = createHttpClient({ allowPrivateAddresses: true });
  const call = async (protocol: ProtocolName, ask: SupplierCall): Promise<CallReading> => {
    const adapter = adapterNamed(protocol);
    assert.ok(adapter !== null);
    const settings = adapter.settings.parse(settingsFor(protocol, simulator.url, `${protocol}-shop`));
    const agreement = { supplierId: 1, name: 'x', adapter, settings, idempotent: true, timeoutMs };
    const agreed = { ...agreement, agreedAt: null, certifiedAt: null, lastTest: null, oddBarcodes: false };
    return (await callSupplierOnce({ http, clock }, agreed, ask)).reading;
  };
  return {
    simulator,
    call,
    issue: (protocol, requestId = randomUUID(), roubles = 500) =>
      call(protocol, {
        kind: 'issue',
        ask: { requestId, faceKopecks: roubles * 100, productId: 1 },
        barcode: null,
      }),
    activate: (protocol, number) =>
      call(protocol, { kind: 'activate', ask: { requestId: randomUUID(), number, pin: '' } }),
    async [Symbol.asyncDispose]() {
      await simulator.close();
      await http.close();
    },
  };
}

for (const protocol of names) {
  const key = `${protocol}-shop`;

  test(`${protocol}: issues a code, repeats it for the same request_id, activates once`, async () => {
    await using world = await shop();
    const requestId = randomUUID();
    const first = await world.issue(protocol, requestId, 1500);
    assert.equal(first.is, 'done', JSON.stringify(first));
    const [entry] = world.simulator.ledger(key);
    assert.deepEqual(first.is === 'done' && { ...first.answer, expiresAt: null }, {
      requestId,
      faceKopecks: 150_000,
      number: entry?.code,
      pin: entry?.pin,
      expiresAt: null,
    });
    assert.deepEqual(await world.issue(protocol, requestId, 1500), first);
    assert.equal(world.simulator.ledger(key).length, 1);
    const other = await world.issue(protocol, requestId, 500);
    assert.deepEqual([other.is, other.is === 'refused' && other.why], ['refused', 'bad-face']);

    assert.equal((await world.activate(protocol, 'POOL-1')).is, 'done');
    assert.equal((await world.activate(protocol, 'POOL-1')).is, 'done');
    assert.deepEqual(
      world.simulator.ledger(key).map((one) => [one.kind, one.code]),
      [
        ['issue', entry?.code],
        ['activate', 'POOL-1'],
      ],
    );
  });

  test(`${protocol}: without idempotency the same request_id issues a second code, and a second activation is refused`, async () => {
    await using world = await shop();
    const supplier = world.simulator.supplier(key);
    assert.ok(supplier !== null);
    supplier.idempotent = false;
    const requestId = randomUUID();
    await world.issue(protocol, requestId);
    await world.issue(protocol, requestId);
    const codes = world.simulator.ledger(key).map(({ code }) => code);
    assert.equal(new Set(codes).size, 2);
    assert.equal((await world.activate(protocol, 'POOL-2')).is, 'done');
    assert.equal((await world.activate(protocol, 'POOL-2')).is, 'refused');
  });

  test(`${protocol}: each fault has its effect the given number of times`, async () => {
    await using world = await shop();
    const known = await world.issue(protocol);
    assert.ok(known.is === 'done' && known.answer !== undefined);
    for (const [fault, expected, kept] of issueFaults) {
      world.simulator.script(key, { fault, times: 1 });
      const before = world.simulator.ledger(key).length;
      const requestId = randomUUID();
      const reading = await world.issue(protocol, requestId);
      assert.equal(verdict(reading), expected, `${fault}: ${JSON.stringify(reading)}`);
      assert.equal(world.simulator.ledger(key).length - before, kept, fault);
      judgeDetails(fault, reading, requestId, known.answer.number);
      assert.equal(world.simulator.supplier(key)?.script, null, `${fault} is over`);
    }
    assert.equal((await world.issue(protocol)).is, 'done');
    for (const [fault, expected, kept] of activateFaults) {
      world.simulator.script(key, { fault, times: 1 });
      const before = world.simulator.ledger(key).length;
      assert.equal(verdict(await world.activate(protocol, `POOL-${fault}`)), expected, fault);
      assert.equal(world.simulator.ledger(key).length - before, kept, fault);
    }
  });
}

/** Fault, expected result at the platform, and number of additional codes in the supplier's ledger. */
const issueFaults: [FaultName, string, number][] = [
  ['slow', 'done', 1],
  ['timeout-after', 'unclear', 1],
  ['error-500', 'unclear', 0],
  ['error-500-after', 'unclear', 1],
  ['cut', 'unclear', 0],
  ['cut-after', 'unclear', 1],
  ['broken-body', 'unclear', 1],
  ['huge', 'unclear', 1],
  ['redirect', 'unclear', 0],
  ['wrong-face', 'wrong', 1],
  ['wrong-request-id', 'wrong', 1],
  ['duplicate', 'done', 1],
  ['expired', 'wrong', 1],
  ['out-of-stock', 'refused no-stock', 0],
  ['limit', 'refused limit', 0],
];

const activateFaults: [FaultName, string, number][] = [
  ['timeout-after', 'unclear', 1],
  ['error-500', 'unclear', 0],
  ['cut-after', 'unclear', 1],
  ['bad-code', 'refused bad-code', 0],
];

const verdict = (reading: CallReading): string =>
  reading.is === 'refused' ? `refused ${reading.why}` : reading.is;

function judgeDetails(fault: FaultName, reading: CallReading, requestId: string, known: string): void {
  if (fault !== 'duplicate') return;
  assert.ok(reading.is === 'done');
  assert.deepEqual([reading.answer?.number, reading.answer?.requestId], [known, requestId]);
}

test('a slow supplier delays its answer, before or after issuing', async () => {
  await using world = await shop();
  for (const fault of ['slow', 'timeout-after'] as const) {
    world.simulator.script('rest-shop', { fault, seconds: 0.15, times: 1 });
    const start = performance.now();
    assert.equal((await world.issue('rest')).is, 'done');
    assert.ok(performance.now() - start >= 149, fault);
  }
});

test('a fault with a rate affects some calls, and one without an end lasts until it is removed', async () => {
  await using world = await shop();
  world.simulator.script('rest-shop', { fault: 'error-500', rate: 0 });
  assert.equal((await world.issue('rest')).is, 'done');
  world.simulator.script('rest-shop', { fault: 'error-500', rate: 1 });
  assert.equal((await world.issue('rest')).is, 'unclear');
  world.simulator.script('rest-shop', { fault: 'out-of-stock' });
  for (let call = 0; call < 3; call += 1) assert.equal((await world.issue('rest')).is, 'refused');
  assert.equal((await world.activate('rest', 'POOL-3')).is, 'done', 'it is no fault of activation');
  world.simulator.script('rest-shop', null);
  assert.equal((await world.issue('rest')).is, 'done');
});

test('each key is a separate supplier', async () => {
  await using world = await shop();
  world.simulator.script('soap-shop', { fault: 'error-500' });
  assert.equal((await world.issue('rest')).is, 'done');
  assert.equal((await world.issue('soap')).is, 'unclear');
  assert.equal(world.simulator.ledger('soap-shop').length, 0);
});

test('the ledger survives a restart, and repeats are answered from it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-supplier-'));
  try {
    const requestId = randomUUID();
    let first: CallReading;
    let booked: number;
    {
      await using world = await shop(folder);
      first = await world.issue('rest', requestId);
      // This machine was too busy to end it in time.
      for (let tries = 1; first.is !== 'done' && tries < 10; tries += 1)
        first = await world.issue('rest', requestId);
      assert.equal(first.is, 'done');
      const rest = await Promise.all(Array.from({ length: 50 }, () => world.issue('rest')));
      booked = world.simulator.ledger('rest-shop').length;
      // A call that this machine was too busy to end in time may or may not be in the books.
      assert.ok(booked > rest.filter(({ is }) => is === 'done').length);
    }
    await using world = await shop(folder);
    assert.equal(world.simulator.ledger('rest-shop').length, booked);
    assert.deepEqual(await world.issue('rest', requestId), first);
    assert.equal(world.simulator.ledger('rest-shop').length, booked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('faults are set over HTTP, and invalid ones refused', async () => {
  await using world = await shop();
  const faults = `${world.simulator.url}/faults/rest-shop`;
  const post = (body: object) => fetch(faults, { method: 'POST', body: JSON.stringify(body) });
  const set = await post({ fault: 'limit', times: 2 });
  assert.equal(set.status, 200);
  assert.equal(((await set.json()) as { script: { left: number } }).script.left, 2);
  assert.equal((await world.issue('rest')).is, 'refused');
  for (const invalid of [
    {},
    { fault: 'earthquake' },
    { fault: 'slow', times: 0 },
    { fault: 'slow', rate: 2 },
  ])
    assert.equal((await post(invalid)).status, 400);
  await fetch(faults, { method: 'DELETE' });
  assert.equal((await world.issue('rest')).is, 'done');
  const mode = { method: 'POST', body: JSON.stringify({ idempotent: false }) };
  await fetch(`${world.simulator.url}/modes/rest-shop`, mode);
  assert.equal(world.simulator.supplier('rest-shop')?.idempotent, false);
  for (const key of ['..%2f..%2fkey', 'UPPER', '-x', 'a'.repeat(99)])
    assert.equal((await fetch(`${world.simulator.url}/ledger/${key}`)).status, 404, key);
});

test('a call that cannot be parsed changes nothing', async () => {
  await using world = await shop();
  const calls: [string, string][] = [
    ['rest/rest-shop/api/issueCertificate', '{"request_id":7}'],
    ['rest/rest-shop/api/other', '{}'],
    ['soap/soap-shop', '<broken'],
    ['json-rpc/json-rpc-shop', '[1]'],
    ['xml-rpc/xml-rpc-shop', '<methodCall><methodName>x</methodName></methodCall>'],
    ['constructor/rest-shop', '{}'],
  ];
  for (const [path, body] of calls) {
    const answer = await fetch(`${world.simulator.url}/${path}`, { method: 'POST', body });
    assert.equal(answer.status, 400, path);
  }
  assert.equal(world.simulator.ledger('rest-shop').length, 0);
});

test('the WSDL has the address of its supplier', async () => {
  await using world = await shop();
  const answer = await fetch(`${world.simulator.url}/soap/soap-shop?wsdl`);
  assert.match(await answer.text(), new RegExp(`location="${world.simulator.url}/soap/soap-shop"`));
});
