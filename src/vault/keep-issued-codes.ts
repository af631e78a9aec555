import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Sale } from './sell-codes.ts';
import { sealCode, type PlainCode } from './seal-code.ts';

/** A code that a supplier issued for one order at the moment of sale. */
export interface IssuedForSale {
  sale: Sale;
  code: PlainCode;
  expiresAt: Date | null;
  /** False: the code came too late to be sold; it is stored as blocked, for a person to settle. */
  sold: boolean;
}

const keyOf = (supplierId: number, fingerprint: Buffer): string =>
  `${supplierId}:${fingerprint.toString('hex')}`;

/**
 * Seals codes as suppliers issue them. Returns their ids in order, or `'known'` if the vault already has this number of
 * the supplier: such a code belongs to someone else and must not reach a client.
 */
export async function keepIssuedCodes(
  tx: Tx,
  keyring: Keyring,
  issued: IssuedForSale[],
  now: Date,
): Promise<(number | 'known')[]> {
  if (issued.length === 0) return [];
  const named = issued.map((one) => {
    const code = sealCode(keyring, one.sale.supplierId, one.code);
    return { ...one, ...code, key: keyOf(one.sale.supplierId, code.fingerprint) };
  });
  // Of two equal codes in one batch the first order gets it and the second finds it known; the choice must not be left
  // to the statement.
  const firsts = [...new Map(named.toReversed().map((one) => [one.key, one])).values()];
  const { rows } = await tx.query<{ supplier_id: number; id: number; fingerprint: Buffer }>(
    `with kept as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, expires_at, client_id, request_id, sold_at)
       select supplier_id, product_id, face_kopecks, case when sold then 'sold' else 'blocked' end, sealed, fingerprint,
         expires_at, case when sold then client_id end, case when sold then request_id end, case when sold then $10::timestamptz end
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::timestamptz[], $7::bigint[], $8::bigint[], $9::boolean[])
         as w (supplier_id, product_id, face_kopecks, sealed, fingerprint, expires_at, client_id, request_id, sold)
       order by supplier_id, fingerprint
       on conflict (supplier_id, fingerprint) do nothing
       returning supplier_id, id, fingerprint, state),
     unlisted as (insert into unlisted_codes select supplier_id, id from kept where state = 'sold')
     select supplier_id, id, fingerprint from kept`,
    [
      firsts.map(({ sale }) => sale.supplierId),
      firsts.map(({ sale }) => sale.productId),
      firsts.map(({ sale }) => sale.faceKopecks),
      firsts.map(({ sealed }) => sealed),
      firsts.map(({ fingerprint }) => fingerprint),
      firsts.map(({ expiresAt }) => expiresAt),
      firsts.map(({ sale }) => sale.clientId),
      firsts.map(({ sale }) => sale.requestId),
      firsts.map(({ sold }) => sold),
      now,
    ],
  );
  const ids = new Map(rows.map((row) => [keyOf(row.supplier_id, row.fingerprint), row.id]));
  const mine = new Set(firsts);
  return named.map((one) => (mine.has(one) ? (ids.get(one.key) ?? 'known') : 'known'));
}
