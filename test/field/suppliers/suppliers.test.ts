import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { adapters } from '../../../src/suppliers/adapters/list.ts';
import { createHttpClient, type HttpClient } from '../../../src/platform/network/http-client.ts';
import { systemClock } from '../../../src/platform/time/clock.ts';
import { callSupplierOnce } from '../../../src/suppliers/calls/call-supplier.ts';
import type { Agreement } from '../../../src/suppliers/set-agreement.ts';
import { requestId, supplierSamples, type SupplierAnswer } from './samples.ts';

describe('answers of suppliers', () => {
  let http: HttpClient;
  let answer: SupplierAnswer;
  let encodings: string | undefined;
  const server = createServer((request, response) => {
    encodings = request.headers['accept-encoding'];
    response.writeHead(answer.adapter === 'rest' ? 201 : 200, answer.headers);
    response.end(answer.body);
  });
  before(async () => {
    http = createHttpClient({ allowPrivateAddresses: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await http.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const agreementWith = (name: SupplierAnswer['adapter']): Agreement => {
    const adapter = adapters.find((one) => one.name === name);
    assert.ok(adapter !== undefined);
    const file = new URL(`../../../src/suppliers/adapters/${name}/answers/settings.json`, import.meta.url);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = adapter.settings.parse({
      ...(JSON.parse(readFileSync(file, 'utf8')) as object),
      ...(name === 'rest' ? { supplierUrl: url } : { url }),
    });
    const dates = { agreedAt: null, certifiedAt: null, lastTest: null, oddBarcodes: false };
    return {
      supplierId: 501,
      name: 'Mill',
      adapter,
      settings,
      idempotent: true,
      timeoutMs: 10_000,
      ...dates,
    };
  };

  for (const { name, source, input, right } of supplierSamples)
    test(`${name} (${source})`, async () => {
      answer = input;
      const ask = { requestId, faceKopecks: 50_000, productId: 2001 };
      const agreement = agreementWith(input.adapter);
      const { reading } = await callSupplierOnce({ http, clock: systemClock }, agreement, {
        kind: 'issue',
        ask,
        barcode: null,
      });
      const told =
        reading.is === 'done'
          ? `${reading.answer?.number} ${reading.answer?.expiresAt?.toISOString() ?? null}`
          : reading.is;
      assert.equal(told, right, JSON.stringify(reading));
      assert.equal(encodings, 'gzip, deflate, br');
    });
});
