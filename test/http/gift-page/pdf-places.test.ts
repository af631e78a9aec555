import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPdfMaker } from '../../../src/certificates/documents/pdf/pdf-maker.ts';
import { createGiftPages } from '../../../src/http/gift-page/gift-pages.ts';
import { TooManyWaiting } from '../../../src/platform/batching/permits.ts';
import { addCaller } from '../../support/client-api-caller.ts';
import { testWorld } from '../../support/test-world.ts';

/** As in `gift-pages.ts`. */
const pdfsOfLink = 2;

test('one link takes few of the places for drawing certificates', async () => {
  await using world = await testWorld();
  const [shop, product] = [await addCaller(world), await world.product({ scheme: 'platform' })];
  const { id } = await shop.ok('makeOrder', { product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const { link } = await shop.ok('getStatus', { id: String(id) });
  const token = String(link).split('/g/')[1] ?? assert.fail('no link');
  const maker = createPdfMaker();
  try {
    const pages = createGiftPages(world.ctx, maker);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => pages.pdf(token, `198.51.100.${at}`, 'ru')),
    );
    const drawn = outcomes.filter((one) => one.status === 'fulfilled');
    assert.equal(drawn.length, pdfsOfLink);
    for (const one of outcomes) assert.ok(one.status === 'fulfilled' || one.reason instanceof TooManyWaiting);
    assert.ok((await pages.pdf(token, '198.51.100.1', 'ru')) !== null);
  } finally {
    await maker.close();
  }
});
