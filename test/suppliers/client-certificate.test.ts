import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { rest } from '../../src/suppliers/adapters/rest/rest.ts';
import { createHttpClient } from '../../src/platform/network/http-client.ts';
import { callSupplierOnce } from '../../src/suppliers/calls/call-supplier.ts';

/** Self-signed certificates for tests only. */
const pem = (name: string): string =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');

const issued = { denomination: 500, code: 'TLS-1' };
const clock = { now: () => new Date('2026-11-21T12:00:00+03:00') };
const ask = { requestId: '7d9f', faceKopecks: 50_000, productId: 1 };

test('a supplier that requires a client certificate is called with it, and is unreached without it', async () => {
  const server = createServer(
    {
      key: pem('server.key'),
      cert: pem('server'),
      ca: pem('platform'),
      requestCert: true,
      maxVersion: 'TLSv1.2',
    },
    (_request, response) => response.writeHead(201).end(JSON.stringify({ ...issued, request_id: '7d9f' })),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const http = createHttpClient({ allowPrivateAddresses: true });
  const { port } = server.address() as AddressInfo;
  const call = async (auth: object): Promise<string> => {
    const settings = rest.settings.parse({ supplierUrl: `https://127.0.0.1:${port}`, auth });
    const agreement = {
      supplierId: 1,
      name: 'Tea',
      adapter: rest,
      settings,
      idempotent: true,
      timeoutMs: 10_000,
    };
    const agreed = { ...agreement, agreedAt: null, certifiedAt: null, lastTest: null, oddBarcodes: false };
    const { reading, transcript } = await callSupplierOnce({ http, clock }, agreed, {
      kind: 'issue',
      ask,
      barcode: null,
    });
    assert.ok(!transcript.includes('PRIVATE KEY'));
    return reading.is;
  };
  try {
    const [certificate, key, authority] = [pem('platform'), pem('platform.key'), pem('server')];
    assert.equal(await call({ kind: 'tls', certificate, key, authority }), 'done');
    assert.equal(await call({ kind: 'none' }), 'unreached', 'its own certificate is signed by nobody');
    assert.equal(await call({ kind: 'tls', certificate, key: pem('server.key'), authority }), 'unreached');
  } finally {
    await http.close();
    server.close();
  }
});
