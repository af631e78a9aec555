/** A certificate that is used in parts: at the till, and its own page afterwards. */
import { setProduct } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { GoldenWorld } from './golden-world.ts';
import { giftPage, type PageThings } from './page-things.ts';
import type { Visit } from './pages.ts';

const number = 'TEA-3';
const key = `till-${'y'.repeat(22)}`;

export async function pagesInParts(
  place: GoldenWorld,
  { atTill: { theirs } }: PageThings,
): Promise<Record<string, Visit>> {
  const { world, client } = place;
  await world.pool(theirs, 500, [{ number, pin: '' }]);
  const id = await client.makeOrder({ product_id: theirs.id, face: 500, delivery_type: 'link' });
  await world.settle();
  await transaction(world.ctx.db, (tx) => setProduct(tx, theirs.id, { inParts: true }, world.clock.now()));
  const redeem = (amount: string, status = 200): Visit => ({
    as: 'till',
    url: '/till/redeem',
    form: { number, key, amount },
    status,
  });
  return {
    'till/part': { as: 'till', url: '/till/check', form: { number } },
    'till/part-too-much': redeem('500,01', 422),
    'till/part-done': redeem('150,50'),
    'till/part-again': redeem('150', 409),
    'g/part': { as: 'anybody', url: await giftPage(place, id) },
  };
}
