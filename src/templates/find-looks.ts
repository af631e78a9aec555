import { LRUCache } from 'lru-cache';
import type { Sql } from '../platform/database/database.ts';
import { lookOf, type Look, type ProductFacts } from './look.ts';
import type { TemplateFile } from './template-file.ts';

/** Versions never change, so they are cached; a look with long terms takes 100 kB. */
const maxKept = 300;

const kept = new WeakMap<Sql, LRUCache<string, Look>>();

export interface LookKey {
  productId: number;
  version: number;
}

/** Returns the look of each key, in order; throws if a version does not exist. */
export async function findLooks(db: Sql, keys: LookKey[]): Promise<Look[]> {
  const looks = kept.get(db) ?? new LRUCache<string, Look>({ max: maxKept });
  kept.set(db, looks);
  const found = new Map(keys.map((key) => [nameOf(key), looks.get(nameOf(key))]));
  const missing = keys.filter((key) => found.get(nameOf(key)) === undefined);
  for (const { key, look } of await readLooks(db, missing)) {
    looks.set(nameOf(key), look);
    found.set(nameOf(key), look);
  }
  return keys.map((key) => {
    const look = found.get(nameOf(key));
    if (look === undefined)
      throw new Error(`Product ${key.productId} has no template version ${key.version}.`);
    return look;
  });
}

const nameOf = ({ productId, version }: LookKey): string => `${productId}:${version}`;

async function readLooks(db: Sql, keys: LookKey[]): Promise<{ key: LookKey; look: Look }[]> {
  if (keys.length === 0) return [];
  // A stored template is not validated again: a later rule must not make a sold certificate unreadable.
  const { rows } = await db.query<{
    product_id: number;
    version: number;
    body: TemplateFile | null;
    product: ProductFacts;
  }>(
    `select product_id, version, body, product from templates
     where (product_id, version) in (select * from unnest($1::bigint[], $2::integer[]))`,
    [keys.map((key) => key.productId), keys.map((key) => key.version)],
  );
  return rows.map(({ product_id: productId, version, body, product }) => ({
    key: { productId, version },
    look: lookOf(product, body),
  }));
}
