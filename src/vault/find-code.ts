import { columnLiteral } from '../platform/database/array-literal.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { meantOf, wantedCodes, wantedNames, type CodeAsk } from './wanted-codes.ts';

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
  /** Redeemed in parts: so it is set for the product, or was when the first part was taken. */
  inParts: boolean;
  /** A choice certificate: its holder exchanges it for others, and no till redeems it. */
  isChoice: boolean;
  takenKopecks: number;
}

/** `findCodes` for one number. */
export async function findCode(db: Sql, keyring: Keyring, ask: CodeAsk): Promise<FoundCode | null> {
  const [code = null] = await findCodes(db, keyring, [ask]);
  return code;
}

/**
 * Finds suppliers' codes by typed numbers, in the order of the asks. Unsold codes, codes of other suppliers and unknown
 * numbers look the same, in the answer and in the work done. What may be meant by a number is in typed-number.ts; one made by the
 * platform is also found with O typed for 0 and I or L for 1. `hold` locks the codes, so that they cannot be
 * blocked before the transaction ends.
 */
export async function findCodes(
  db: Sql,
  keyring: Keyring,
  asks: readonly CodeAsk[],
  hold = false,
): Promise<(FoundCode | null)[]> {
  const wanted = wantedCodes(keyring, asks);
  const { rows } = await db.query<FoundCode & { place: number; rank: number }>(
    `select w.place, w.rank, f.*
     from unnest((select $1::int[]), (select $2::bigint[]), (select $3::bytea[]), (select $4::int[]), (select $5::boolean[]))
       as w (place, supplier_id, fingerprint, rank, of_platform)
     cross join lateral (
       select c.id as "codeId", p.title as "productTitle", p.transfer_scheme = 'platform' as platform,
         c.face_kopecks as "faceKopecks", c.state = 'blocked' as blocked, c.active,
         coalesce(t.expires_at, c.expires_at) as "expiresAt",
         p.in_parts or c.taken_kopecks is not null as "inParts", p.digital_acceptance = 'exchange' and p.transfer_scheme = 'platform' as "isChoice", coalesce(c.taken_kopecks, 0) as "takenKopecks"
       from codes c
       join products p on p.id = c.product_id
       left join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
       where c.supplier_id = w.supplier_id and c.fingerprint = w.fingerprint
         and (not w.of_platform or p.transfer_scheme = 'platform')
         and (c.state = 'blocked' or c.state = 'sold' and t.code_id = c.id)
       limit 1
       ${hold ? 'for share of c' : ''}
     ) as f`,
    wantedNames.map((name) => columnLiteral(wanted, name)),
  );
  return meantOf(asks, rows);
}
