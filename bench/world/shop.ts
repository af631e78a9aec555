/** The clients and products that a measurement buys from. */
import { addProduct } from '../../src/catalog/add-product.ts';
import type { TransferScheme } from '../../src/catalog/import/import-catalog.ts';
import { addSupplier } from '../../src/catalog/supplier.ts';
import { vouchFor } from '../../src/catalog/vouches.ts';
import {
  callbackSecretContext,
  clientKeyContext,
  newCallbackSecret,
  newSigningSecret,
  type Client,
} from '../../src/clients/client.ts';
import { transaction, type Database, type Tx } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import { columnsOf } from '../../src/platform/database/rows.ts';

export interface ShopClient {
  client: Client;
  secret: string;
}

/** The clients and products of every measurement. */
export interface Shop {
  clients: ShopClient[];
  product: PoolProduct;
}

export interface PoolProduct {
  id: number;
  supplierId: number;
  faceKopecks: number;
}

export const manyClients = 100;
const fundsKopecks = 50_000_000_000_00;
const faceKopecks = 1000_00;
const registeredAt = new Date('2024-05-20T10:00:00+03:00');
const firstClientId = 20_001;

export function buildShop(db: Database, keyring: Keyring, now: Date): Promise<Shop> {
  return transaction(db, async (tx) => ({
    product: await addPoolProduct(tx, 'Поставщик', now),
    clients: await addClients(tx, keyring, now),
  }));
}

/** With its own supplier; on sale on somebody's word. */
export async function addPoolProduct(
  tx: Tx,
  supplier: string,
  now: Date,
  scheme: 'pool' | 'platform' = 'pool',
): Promise<PoolProduct> {
  const product = await addShopProduct(tx, supplier, scheme, now);
  const word = { byName: 'bench', reason: 'nobody redeems what a measurement buys' };
  const vouched = await vouchFor(tx, { productIds: [product.id], ...word }, now);
  if (vouched.is !== 'vouched') throw new Error(`The product is not on sale: ${vouched.is}.`);
  return product;
}

/** One whose supplier is called is on sale once its final test is green. */
export async function addShopProduct(
  tx: Tx,
  name: string,
  scheme: TransferScheme,
  now: Date,
): Promise<PoolProduct> {
  const supplier = await addSupplier(tx, { name, contactEmail: '' }, now);
  if (supplier.is !== 'added') throw new Error('The supplier was not added.');
  const { supplierId } = supplier;
  const fields = { title: 'Кофейня' };
  const added = await addProduct(tx, { supplierId, scheme, facesKopecks: [faceKopecks], fields }, now);
  if (added.is !== 'added') throw new Error('The product was not added.');
  return { id: added.productId, supplierId, faceKopecks };
}

async function addClients(tx: Tx, keyring: Keyring, now: Date): Promise<ShopClient[]> {
  const clients = Array.from({ length: manyClients }, (_, index) => ({
    client: clientOf(firstClientId + index),
    secret: newSigningSecret(),
  }));
  const ids = clients.map(({ client }) => client.id);
  await tx.query(
    `insert into clients (id, name, registered_at, callback_secret)
     select id, name, $3, secret from unnest($1::bigint[], $2::text[], $4::bytea[]) as w (id, name, secret)`,
    [
      ids,
      clients.map(({ client }) => client.name),
      registeredAt,
      ids.map((id) => keyring.seal(newCallbackSecret(), callbackSecretContext(id))),
    ],
  );
  await tx.query(
    `insert into client_keys (client_id, version, secret, created_at)
     select id, 1, secret, $3 from unnest($1::bigint[], $2::bytea[]) as w (id, secret)`,
    [ids, clients.map(({ client, secret }) => keyring.seal(secret, clientKeyContext(client.id, 1))), now],
  );
  await fund(tx, ids, now);
  return clients;
}

/** Enough for every measurement; booked as one top-up each, so that the ledger balances. */
async function fund(tx: Tx, clientIds: number[], now: Date): Promise<void> {
  await tx.query(
    `insert into accounts (client_id, name, balance_kopecks)
     select id, name, case name when 'funds' then $2 when 'outside' then -$2::bigint else 0 end
     from unnest($1::bigint[]) as id, unnest(array['funds', 'held', 'outside', 'sales']) as name`,
    [clientIds, fundsKopecks],
  );
  await tx.query(
    `insert into transfers (client_id, kind, from_account, to_account, amount_kopecks, at)
     select id, 'top_up', 'outside', 'funds', $2, $3 from unnest($1::bigint[]) as id`,
    [clientIds, fundsKopecks, now],
  );
}

/** As it was added. */
export const clientOf = (id: number): Client => ({
  id,
  name: `Клиент ${id}`,
  registeredAt,
  testMode: false,
  delayedMode: false,
  callbackUrl: null,
  callbackFormat: 'form',
  discountBasisPoints: 0,
  allowedNetworks: [],
  uuidRequired: false,
  postOnly: false,
  pricesInKopecks: false,
});

/** Where each client gets its callbacks: one address for all, or one each. */
export async function setCallbackUrls(
  db: Database,
  shop: Shop,
  urlOf: (index: number) => string,
): Promise<void> {
  const rows = shop.clients.map(({ client }, index) => ({ id: client.id, url: urlOf(index) }));
  for (const [index, { client }] of shop.clients.entries()) client.callbackUrl = rows[index]?.url ?? null;
  await db.query(
    `update clients set callback_url = w.url from unnest($1::bigint[], $2::text[]) as w (id, url) where clients.id = w.id`,
    columnsOf(rows, ['id', 'url']),
  );
}
