import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { setClient } from '../../src/clients/set-client.ts';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { createGiftPages } from '../../src/http/gift-page/gift-pages.ts';
import { createServer } from '../../src/http/server.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';

interface Line {
  event?: string;
  where?: string;
  client?: number | null;
  request_id?: string;
}

const good = (who: { secret: string }): string => signatureOf('getBalance', '', who.secret);

test('refusals are logged as security events, without the tried values, at a limited rate', async () => {
  await using world = await testWorld();
  const [client, bound] = [await world.client(), await world.client()];
  await transaction(world.cellOf(bound).db, (tx) =>
    setClient(tx, bound.id, { allowedNetworks: ['203.0.113.0/24'] }),
  );
  const lines: string[] = [];
  const log = pino(
    { level: 'info', base: null },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  );
  const noPdf = { make: () => Promise.reject(new Error('no PDF')) };
  const ctx = { ...world.ctx, log };
  const parts = { giftPages: createGiftPages(ctx, noPdf), makePdf: noPdf.make, makePaper: noPdf.make };
  await using server = await createServer(ctx, parts);
  const noted = (): Line[] =>
    lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event !== undefined);
  const call = (id: number, sig: string) =>
    server.inject({ url: `/?${new URLSearchParams({ cmd: 'getBalance', id: String(id), sig }).toString()}` });

  assert.equal((await call(client.id, good(client))).json<{ status: string }>().status, 'ok');
  assert.deepEqual(noted(), [], 'nothing of a good call');
  const wrong = 'f'.repeat(64);
  const first = await call(client.id, wrong);
  await call(bound.id, good(bound));
  await call(999_999, wrong);
  await server.inject({ url: `/g/${'A'.repeat(22)}` });
  await server.inject({ url: `/activation/${'A'.repeat(22)}` });
  await server.inject({ url: '/metrics', headers: { authorization: 'Bearer guess' } });
  await server.inject({ url: '/integration/v1/used', headers: { authorization: 'Bearer guess' } });
  assert.deepEqual(
    noted().map(({ event, where, client: named }) => [event, where, named]),
    [
      ['signature-refused', 'client-api', client.id],
      ['address-refused', 'client-api', bound.id],
      ['signature-refused', 'client-api', null],
      ['token-refused', '/g/:token', undefined],
      ['token-refused', '/activation/:token', undefined],
      ['token-refused', '/metrics', undefined],
      ['sign-in-failed', 'integration', undefined],
    ],
  );
  assert.equal(noted()[0]?.request_id, first.headers['x-request-id']);
  for (const secret of [wrong, 'A'.repeat(22), 'guess', client.secret])
    assert.ok(!lines.join('').includes(secret), secret);
  for (let guess = 0; guess < 200; guess += 1) await call(client.id, wrong);
  const refusals = noted().filter(({ event }) => event === 'signature-refused').length;
  assert.ok(refusals <= 60, `${refusals} lines`);
});
