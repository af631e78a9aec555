import { findTitles } from '../../catalog/find-titles.ts';
import { findOffers, type Offer } from '../../catalog/find-offers.ts';
import { priceOf, type Client } from '../../clients/client.ts';
import { availableKopecks } from '../../ledger/balance.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countAddressees, type Addressees } from './addressees.ts';
import { findSameFile, type SameFile } from './add-file.ts';
import type { BulkKey } from './bulk-order.ts';

/** One product and face of the lines that wait to be placed. */
export interface PreviewProduct {
  productId: number;
  title: string;
  faceKopecks: number;
  lines: number;
  sumKopecks: number;
  isOffered: boolean;
  /** Codes at hand that nobody was promised; null: they are made or asked for at the moment of sale. */
  stock: number | null;
  withoutStock: number;
  /** What this month has left of the brand's limits; null: it has none. */
  limitOrders: number | null;
  limitKopecks: number | null;
}

export interface Preview {
  lines: number;
  sumKopecks: number;
  /** Balance and credit. */
  availableKopecks: number;
  missingKopecks: number;
  /** Lines for which there is no code at hand. */
  withoutStock: number;
  /** The largest first. */
  products: PreviewProduct[];
  /** There are more products than are listed. */
  more: number;
  sameFile: SameFile | null;
  addressees: Addressees;
}

const maxProducts = 200;

interface Group {
  productId: number;
  faceKopecks: number;
  lines: number;
  /** Without test orders, which cost nothing and take no code. */
  paid: number;
}

/** What placing the lines that wait would cost and meet, as things are at this moment. */
export async function previewBulk(db: Sql, client: Client, key: BulkKey, now: Date): Promise<Preview> {
  const groups = await countProducts(db, key);
  const asks = groups.map((group) => ({ ...group, dateSend: null }));
  const offers = asks.length === 0 ? [] : await findOffers(db, asks, now);
  const titles = await findTitles(
    db,
    groups.map(({ productId }) => productId),
  );
  const products = groups.map((group, index) => ({
    ...productOf(client, group, offers[index] ?? null),
    title: titles.get(group.productId) ?? '',
  }));
  const sumKopecks = products.reduce((sum, one) => sum + one.sumKopecks, 0);
  const available = await availableKopecks(db, client.id);
  return {
    lines: groups.reduce((sum, { lines }) => sum + lines, 0),
    sumKopecks,
    availableKopecks: available,
    missingKopecks: Math.max(0, sumKopecks - available),
    withoutStock: products.reduce((sum, one) => sum + one.withoutStock, 0),
    products: products.slice(0, maxProducts),
    more: Math.max(0, products.length - maxProducts),
    sameFile: await sameFileOf(db, key),
    addressees: await countAddressees(db, key),
  };
}

async function countProducts(db: Sql, { clientId, bulkId }: BulkKey): Promise<Group[]> {
  const { rows } = await db.query<Group>(
    `select product_id as "productId", face_kopecks as "faceKopecks", count(*) as lines,
       count(*) filter (where not testmode) as paid from bulk_lines
     where client_id = $1 and bulk_id = $2 and state = 'right' group by 1, 2 order by 3 desc, 1, 2`,
    [clientId, bulkId],
  );
  return rows;
}

function productOf(
  client: Client,
  { paid, ...group }: Group,
  offer: Offer | null,
): Omit<PreviewProduct, 'title'> {
  const stock = offer?.pool ? offer.pool.lots.reduce((sum, { available }) => sum + available, 0) : null;
  return {
    ...group,
    sumKopecks: priceOf(client, group.faceKopecks) * paid,
    isOffered: offer?.faceOffered ?? false,
    stock,
    withoutStock: stock === null ? 0 : Math.max(0, paid - stock),
    limitOrders: offer?.limits?.orders ?? null,
    limitKopecks: offer?.limits?.kopecks ?? null,
  };
}

async function sameFileOf(db: Sql, key: BulkKey): Promise<SameFile | null> {
  const { rows } = await db.query<{ hash: Buffer }>(
    `select file_hash as hash from bulk_orders where client_id = $1 and id = $2`,
    [key.clientId, key.bulkId],
  );
  return rows[0] === undefined ? null : findSameFile(db, key, rows[0].hash);
}
