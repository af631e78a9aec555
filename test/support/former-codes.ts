/** Codes as versions before look-alikes were known have stored them. */
import { formerFingerprint, codeFingerprint } from '../../src/vault/seal-code.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { MigratedDatabase } from './migrated-database.ts';

/** Gives codes, the first of the supplier first, these numbers and the fingerprints that they had, and leaves them to be compared. */
export async function storeAsFormerly(
  { db, keyring }: Pick<MigratedDatabase, 'db'> & { keyring: Keyring },
  supplierId: number,
  numbers: readonly string[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from codes where supplier_id = $1 order by id limit $2`,
    [supplierId, numbers.length],
  );
  for (const [place, number] of numbers.entries()) {
    const fingerprint =
      formerFingerprint(keyring, supplierId, number) ?? codeFingerprint(keyring, supplierId, number);
    const context = `code:${supplierId}:${fingerprint.toString('hex')}`;
    const sealed = keyring.seal(JSON.stringify({ number, pin: '' }), context);
    await db.query(`update codes set fingerprint = $3, sealed = $4 where supplier_id = $1 and id = $2`, [
      supplierId,
      rows[place]?.id,
      fingerprint,
      sealed,
    ]);
  }
  await db.query(
    `insert into uncompared_codes (supplier_id, last_id) select $1, max(id) from codes where supplier_id = $1`,
    [supplierId],
  );
  return rows.map(({ id }) => id);
}
