/** Codes that are still stored by the fingerprint of before look-alikes were known. */
import { columnsOf } from '../platform/database/rows.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { formerFingerprint, type PlainCode } from './seal-code.ts';

/** The places of the codes that are stored so. Nearly no number has a former fingerprint, and then nothing is asked. */
export async function knownByFormer(
  tx: Tx,
  keyring: Keyring,
  codes: readonly { sale: { supplierId: number }; code: PlainCode }[],
): Promise<Set<number>> {
  const wanted = codes.flatMap(({ sale: { supplierId }, code }, place) => {
    const fingerprint = formerFingerprint(keyring, supplierId, code.number);
    return fingerprint === null ? [] : [{ place, supplierId, fingerprint }];
  });
  if (wanted.length === 0) return new Set();
  const { rows } = await tx.query<{ place: number }>(
    `select w.place from unnest($1::int[], $2::bigint[], $3::bytea[]) as w (place, supplier_id, fingerprint)
     where exists (select from codes c where c.supplier_id = w.supplier_id and c.fingerprint = w.fingerprint)`,
    columnsOf(wanted, ['place', 'supplierId', 'fingerprint']),
  );
  return new Set(rows.map(({ place }) => place));
}
