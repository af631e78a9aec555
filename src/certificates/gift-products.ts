/** What gifts show of their products. */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../platform/database/database.ts';
import type { ProductFacts } from './templates/look.ts';
import type { GiftView, Use } from './certificate.ts';
import { useColumns, useOf } from './use-columns.ts';

/** What certificates show of their product, apart from its template. */
export interface GiftProduct extends Pick<GiftView, 'www' | 'use' | 'issuer' | 'support'> {
  facts: ProductFacts;
}

/** A product, and the version of its row: `xmin` and `ctid`, which change with every update. */
interface ProductKey {
  id: number;
  version: string;
}

interface ProductRow extends ProductFacts, Use {
  id: number;
  xmin: string;
  ctid: string;
  www: string;
  issuer_name: string;
  issuer_address: string;
  support_phone: string;
  support_email: string;
  support_url: string;
}

/** With long terms a product takes 100 kB. */
const maxKept = 300;

const keptBy = new WeakMap<Sql, LRUCache<string, GiftProduct>>();

/** Returns the product of each key, in order. Versions that were read before need no statement. */
export async function findGiftProducts(db: Sql, keys: readonly ProductKey[]): Promise<GiftProduct[]> {
  const kept = keptBy.get(db) ?? new LRUCache({ max: maxKept });
  keptBy.set(db, kept);
  const known = keys.map((key) => kept.get(versionOf(key)));
  const missing = keys.filter((_key, place) => known[place] === undefined).map(({ id }) => id);
  if (missing.length === 0) return known as GiftProduct[];
  // A product that was changed since the key was read is shown as it is now.
  const read = await readProducts(db, [...new Set(missing)]);
  for (const { key, product } of read) kept.set(versionOf(key), product);
  const byId = new Map(read.map(({ key, product }) => [key.id, product]));
  return keys.map(({ id }, place) => {
    const product = known[place] ?? byId.get(id);
    if (product === undefined) throw new Error(`There is no product ${id}.`);
    return product;
  });
}

const versionOf = ({ id, version }: ProductKey): string => `${id} ${version}`;

async function readProducts(db: Sql, ids: number[]): Promise<{ key: ProductKey; product: GiftProduct }[]> {
  const { rows } = await db.query<ProductRow>(
    `select id, xmin, ctid, title, brief, image_large as picture, disclaimer as terms, barcode_kind, barcode_of, www,
       issuer_name, issuer_address, support_phone, support_email, support_url, ${useColumns}
     from products where id = any($1::bigint[])`,
    [ids],
  );
  return rows.map((row) => ({
    key: { id: row.id, version: `${row.xmin} ${row.ctid}` },
    product: productOf(row),
  }));
}

function productOf(row: ProductRow): GiftProduct {
  const { title, brief, picture, terms, barcode_kind, barcode_of, www } = row;
  return {
    facts: { title, brief, picture, terms, barcode_kind, barcode_of },
    www,
    use: useOf(row),
    issuer: { name: row.issuer_name, legalAddress: row.issuer_address },
    support: { phone: row.support_phone, email: row.support_email, url: row.support_url },
  };
}
