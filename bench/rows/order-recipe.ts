/** How the load generator makes and signs a makeOrder request. */
import type { Recipe, Signer } from '../load/signed-requests.ts';
import type { Shop } from '../world/shop.ts';

export const signersOf = (shop: Shop, clients = shop.clients.length): Signer[] =>
  shop.clients.slice(0, clients).map(({ client, secret }) => ({ id: client.id, secret }));

type OrderRecipe = Extract<Recipe, { cmd: 'makeOrder' }>;

export const orderRecipe = (shop: Shop, count: number, clients = shop.clients.length): OrderRecipe => ({
  cmd: 'makeOrder',
  count,
  clients: signersOf(shop, clients),
  productId: shop.product.id,
  faceRoubles: shop.product.faceKopecks / 100,
});
