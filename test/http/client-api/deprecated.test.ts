import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { createGiftPages } from '../../../src/http/gift-page/gift-pages.ts';
import { createServer } from '../../../src/http/server.ts';
import { addCaller } from '../../support/client-api-caller.ts';
import { testWorld } from '../../support/test-world.ts';

test('orders with the old form of date_send are counted, and their client is named once an hour', async () => {
  await using world = await testWorld();
  const { id: productId } = await world.product({ scheme: 'platform', facesRoubles: [1000] });
  const old = await addCaller(world, { registeredAt: new Date('2023-01-31T23:59:59+03:00') });
  const lines: string[] = [];
  const log = pino(
    { level: 'info', base: null },
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  );
  const noPdf = { make: () => Promise.reject(new Error('no PDF')) };
  const ctx = { ...world.ctx, log };
  const parts = { giftPages: createGiftPages(ctx, noPdf), makePdf: noPdf.make, makePaper: noPdf.make };
  await using server = await createServer(ctx, parts);
  const order = async (dateSend: string): Promise<void> => {
    const data = JSON.stringify({
      product_id: productId,
      face: 1000,
      delivery_type: 'link',
      date_send: dateSend,
    });
    const answer = await server.inject({ url: old.path('makeOrder', data) });
    assert.equal(answer.json<{ status: string }>().status, 'ok', answer.body);
  };
  const named = (): number[] =>
    lines
      .map((line) => JSON.parse(line) as { deprecated?: string; client: number })
      .filter(({ deprecated }) => deprecated === 'date_send')
      .map(({ client }) => client);

  await order('2026-11-22T12:00:00+03:00');
  assert.deepEqual(named(), []);
  await order('2026-11-22 12:00:00');
  await order('2026-11-22 13:00:00');
  assert.deepEqual(named(), [old.id]);
  assert.match(
    await ctx.metrics.registry.metrics(),
    /facevalue_deprecated_total\{deprecated="date_send"\} 2/,
  );
  world.clock.forward('2 h');
  await order('2026-11-22 12:00:00');
  assert.deepEqual(named(), [old.id, old.id]);
  assert.doesNotMatch(lines.join(''), /2026-11-22/, 'nothing of the order is logged');
  await world.settle();
});
