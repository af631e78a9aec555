/** Choice products, whose certificates are exchanged for others. */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../platform/database/database.ts';
import { isExchangedHere } from './exchange-targets.ts';

const maxKept = 1000;
/** What has been sold stays what it is, so that this is only for products that are new. */
const keepMs = 60_000;

/** Asked for each certificate whose links are asked for: products are few, and remembered. */
export function createChoiceProducts(db: Sql): (productId: number) => Promise<boolean> {
  const kept = new LRUCache<number, { isChoice: boolean }>({
    max: maxKept,
    ttl: keepMs,
    fetchMethod: async (productId) => {
      const { rows } = await db.query<{ isChoice: boolean }>(
        `select ${isExchangedHere('p')} as "isChoice" from products p where p.id = $1`,
        [productId],
      );
      return { isChoice: rows[0]?.isChoice ?? false };
    },
    ignoreFetchAbort: true,
  });
  return async (productId) => (await kept.forceFetch(productId)).isChoice;
}
