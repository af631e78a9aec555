import { columnLiteral } from '../platform/database/array-literal.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { meantNumber } from './platform-number.ts';
import { codeFingerprint } from './seal-code.ts';

/** A sold or blocked code, as its supplier's till may see it; the number stays sealed. */
export interface FoundCode {
  codeId: number;
  productTitle: string;
  /** Made by the platform, not by the supplier. */
  platform: boolean;
  faceKopecks: number;
  blocked: boolean;
  active: boolean;
  /** The last second of validity. */
  expiresAt: Date | null;
}

export interface CodeAsk {
  supplierId: number;
  number: string;
}

/** `findCodes` for one number. */
export async function findCode(db: Sql, keyring: Keyring, ask: CodeAsk): Promise<FoundCode | null> {
  const [found = null] = await findCodes(db, keyring, [ask]);
  return found;
}

/**
 * Finds suppliers' codes by their numbers, in the order of the asks. Unsold codes, codes of other suppliers and unknown
 * numbers look the same, in the answer and in the work done. A number made by the platform is also found with O typed
 * for 0 and I or L for 1, unless a code with exactly that spelling exists. `hold` locks the codes, so that they cannot be
 * blocked before the transaction ends.
 */
export async function findCodes(
  db: Sql,
  keyring: Keyring,
  asks: readonly CodeAsk[],
  hold = false,
): Promise<(FoundCode | null)[]> {
  const wanted = asks.map(({ supplierId, number }, place) => {
    const exact = codeFingerprint(keyring, supplierId, number);
    const corrected = meantNumber(number);
    const meant = corrected === number ? exact : codeFingerprint(keyring, supplierId, corrected);
    return { place, supplierId, exact, meant };
  });
  // Concurrent batches lock their codes in one order.
  wanted.sort((one, other) => Buffer.compare(one.exact, other.exact));
  const { rows } = await db.query<FoundCode & { place: number }>(
    `select w.place, f.*
     from unnest((select $1::int[]), (select $2::bigint[]), (select $3::bytea[]), (select $4::bytea[])) as w (place, supplier_id, exact, meant)
     cross join lateral (
       select c.id as "codeId", p.title as "productTitle", p.transfer_scheme = 'platform' as platform,
         c.face_kopecks as "faceKopecks", c.state = 'blocked' as blocked, c.active,
         coalesce(t.expires_at, c.expires_at) as "expiresAt"
       from codes c
       join products p on p.id = c.product_id
       left join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
       where c.supplier_id = w.supplier_id and c.fingerprint in (w.exact, w.meant)
         and (c.fingerprint = w.exact or p.transfer_scheme = 'platform')
         and (c.state = 'blocked' or c.state = 'sold' and t.code_id = c.id)
       order by c.fingerprint = w.exact desc limit 1
       ${hold ? 'for share of c' : ''}
     ) as f`,
    (['place', 'supplierId', 'exact', 'meant'] as const).map((name) => columnLiteral(wanted, name)),
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return asks.map((_ask, place) => found.get(place) ?? null);
}
