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

/**
 * Finds a supplier's code by its number. Unsold codes, codes of other suppliers and unknown numbers look the same, in
 * the answer and in the work done. A number made by the platform is also found with O typed for 0 and I or L for 1,
 * unless a code with exactly that spelling exists. `hold` locks the code, so that it cannot be blocked before the
 * transaction ends.
 */
export async function findCode(
  db: Sql,
  keyring: Keyring,
  ask: { supplierId: number; number: string; hold?: boolean },
): Promise<FoundCode | null> {
  const { rows } = await db.query<FoundCode>(
    `select c.id as "codeId", p.title as "productTitle", p.transfer_scheme = 'platform' as platform,
       c.face_kopecks as "faceKopecks", c.state = 'blocked' as blocked, c.active,
       coalesce(t.expires_at, c.expires_at) as "expiresAt"
     from codes c
     join products p on p.id = c.product_id
     left join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     where c.supplier_id = $1 and c.fingerprint in ($2, $3) and (c.fingerprint = $2 or p.transfer_scheme = 'platform')
       and (c.state = 'blocked' or c.state = 'sold' and t.code_id = c.id)
     order by c.fingerprint = $2 desc limit 1
     ${ask.hold === true ? 'for share of c' : ''}`,
    [
      ask.supplierId,
      codeFingerprint(keyring, ask.supplierId, ask.number),
      codeFingerprint(keyring, ask.supplierId, meantNumber(ask.number)),
    ],
  );
  return rows[0] ?? null;
}
