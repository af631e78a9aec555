/** What a kept folder with a filled installation says of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clientOf, type PoolProduct, type Shop } from './shop.ts';

export const filledName = 'filled';
/** Written when everything is filled, so that a folder without it is no installation. */
export const factsFile = 'filled.json';

export interface Facts {
  masterKey: string;
  clients: { id: number; secret: string }[];
  product: PoolProduct;
  orders: number;
  codes: number;
}

export interface Filled {
  folder: string;
  masterKey: Buffer;
  shop: Shop;
  orders: number;
  codes: number;
}

/** Null: nothing is filled there. */
export function readFilled(folder: string): Filled | null {
  const file = join(folder, factsFile);
  if (!existsSync(file)) return null;
  const { masterKey, clients, product, orders, codes } = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  return {
    folder: resolve(folder),
    masterKey: Buffer.from(masterKey, 'base64'),
    shop: { clients: clients.map(({ id, secret }) => ({ client: clientOf(id), secret })), product },
    orders,
    codes,
  };
}
