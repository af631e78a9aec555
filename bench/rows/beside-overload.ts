import { systemClock } from '../../src/platform/time/clock.ts';
import { giftToken, type LinkedRequest } from '../../src/certificates/gift-link.ts';
import { changeAccess } from '../../src/suppliers/used-export/integration-access.ts';
import { revealCodes } from '../../src/vault/reveal.ts';
import { postRequest } from '../load/plain-requests.ts';
import type { Recipe } from '../load/signed-requests.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';

/** Who else uses the platform while one client floods it. */
export const besideNames = ['orders', 'status', 'gifts', 'till'] as const;
export type Beside = (typeof besideNames)[number];

/** `count` requests of each, for orders of the flooding client that were issued before, from the `first` on. */
export async function recipesBeside(
  shop: ShopDatabase,
  first: number,
  count: number,
): Promise<Record<Beside, Recipe>> {
  const clients = signersOf(shop.shop);
  const sold = await soldOrders(shop, first, count);
  return {
    orders: { ...orderRecipe(shop.shop, count), clients: clients.slice(1, 2) },
    status: {
      cmd: 'getStatus',
      count,
      clients: clients.slice(0, 1),
      requests: sold.map(({ requestId: id }) => ({ client: 0, id })),
    },
    gifts: {
      cmd: 'plain',
      requests: sold.map((one) => giftPage(shop, one)),
    },
    till: { cmd: 'plain', requests: await redemptions(shop, sold) },
  };
}

interface Sold extends LinkedRequest {
  codeId: number;
}

async function soldOrders({ db, shop }: ShopDatabase, first: number, count: number): Promise<Sold[]> {
  const { rows } = await db.query<Sold>(
    `select c.client_id as "clientId", c.request_id as "requestId", c.code_id as "codeId", r.link_salt as "linkSalt"
     from certificates c join requests r on r.client_id = c.client_id and r.id = c.request_id
     where c.client_id = $1 order by c.request_id offset $2 limit $3`,
    [shop.clients[0]?.client.id, first, count],
  );
  if (rows.length < count) throw new Error(`Only ${rows.length} of ${count} orders are issued.`);
  return rows;
}

const giftPage = ({ keyring }: ShopDatabase, sold: Sold): string =>
  `GET /g/${giftToken(keyring, sold)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;

async function redemptions({ db, keyring, shop }: ShopDatabase, sold: Sold[]): Promise<string[]> {
  const { supplierId } = shop.product;
  const now = systemClock.now();
  const access = await changeAccess(db, keyring, { supplierId, redeemsOwn: true, newToken: true }, now);
  if (access.is !== 'set') throw new Error('The supplier got no token.');
  const codeIds = sold.map(({ codeId }) => codeId);
  const readings = { supplierId, codeIds, reader: 'supplier' as const, address: '' };
  const codes = await revealCodes(db, keyring, readings, now);
  return codeIds.map((codeId) => {
    const code = codes.get(codeId);
    if (code === undefined) throw new Error('A sold code cannot be opened.');
    const body = JSON.stringify({
      code: code.number,
      idempotency_key: `bench-${codeId}`,
      till: 'Касса 1',
    });
    return postRequest('/integration/v1/redeem', { authorization: `Bearer ${access.token}` }, body);
  });
}
