/** Data keys are changed by the owner of the tables alone: no process that serves or works loads this. */
import type { Sql } from '../database/database.ts';
import { encrypt } from './cipher.ts';
import { dataKeyContext, openDataKey, type SealedKey } from './data-keys.ts';
import type { MasterKey } from './master-key.ts';

/** Only one transaction at a time changes the keys; readers do not wait. */
export const lockKeys = (tx: Sql): Promise<unknown> => tx.query(`lock table sealing_keys in exclusive mode`);

/** The same data keys, sealed by another master key. */
export async function resealKeys(
  tx: Sql,
  from: MasterKey[],
  to: MasterKey,
  keys: SealedKey[],
): Promise<void> {
  const resealed = keys.map((row) => {
    const { key } = openDataKey(from, row);
    return encrypt(to.key, key.export(), dataKeyContext(row.purpose, row.version));
  });
  await tx.query(
    `update sealing_keys k set sealed_key = r.sealed_key, master_fingerprint = $4
     from unnest($1::text[], $2::integer[], $3::bytea[]) as r (purpose, version, sealed_key)
     where k.purpose = r.purpose and k.version = r.version`,
    [keys.map((row) => row.purpose), keys.map((row) => row.version), resealed, to.fingerprint],
  );
}
