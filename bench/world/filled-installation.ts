/** The large installation of `endures`, filled once and kept in a folder: it takes longer to fill than to measure. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchWorld, ShopDatabase } from './bench-world.ts';
import { factsFile, filledName, type Facts } from './filled.ts';
import { fillHistory } from './fill-history.ts';
import { fillLong } from './fill-long.ts';

/** Unless another number is asked for; as many codes. */
export const filledOrders = 10_000_000;
const days = 365;

/** Made, if it is missing; the server, which runs as another user, may pass to it. Null: something is in it. */
export function emptyFolder(folder: string): string | null {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return readdirSync(folder).length === 0 ? resolve(folder) : null;
}

export interface FillAsk {
  orders: number;
  codes: number;
  /** When the last of them was accepted; default: now. */
  until?: Date;
  say: (message: string) => void;
}

/** Orders of a year, and codes. */
export async function fillInstallation(
  world: BenchWorld,
  name: string,
  { orders, codes, until = new Date(), say }: FillAsk,
): Promise<ShopDatabase> {
  const shop = await world.open(name, codes, (done) =>
    say(`${grouped(orders)} orders: ${grouped(done)} codes loaded`),
  );
  const clientIds = shop.shop.clients.map(({ client }) => client.id);
  const ask = { clientIds, product: shop.shop.product, orders, days, until };
  await fillHistory(shop.url, ask, (done, doing) =>
    say(`history: ${grouped(done)} of ${grouped(orders)} orders, ${doing}`),
  );
  return shop;
}

/** Leaves the installation in the folder of the world. */
export async function fillAndKeep(world: BenchWorld, ask: FillAsk): Promise<void> {
  const { db, shop, url } = await fillInstallation(world, filledName, ask);
  ask.say('vacuum of all tables');
  await fillLong(url, (long) => long.query(`vacuum (analyze)`));
  await db.end();
  const facts: Facts = {
    masterKey: world.masterKey.toString('base64'),
    clients: shop.clients.map(({ client, secret }) => ({ id: client.id, secret })),
    product: shop.product,
    orders: ask.orders,
    codes: ask.codes,
  };
  writeFileSync(join(world.server.folder, factsFile), JSON.stringify(facts), { mode: 0o600 });
}

/** Codes that are left to be sold. */
export async function codesToSell({ db, shop: { product } }: ShopDatabase): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select free as left from stock where supplier_id = $1 and product_id = $2 and face_kopecks = $3`,
    [product.supplierId, product.id, product.faceKopecks],
  );
  return rows[0]?.left ?? 0;
}

export const grouped = (count: number): string => count.toLocaleString('en-US');
