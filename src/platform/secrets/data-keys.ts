/** The data keys in the database, sealed by the master key. */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import { StartProblem } from '../process/start-problem.ts';
import { decrypt, encrypt } from './cipher.ts';
import { fingerprintText, type MasterKey } from './master-key.ts';

export type Purpose = 'seal' | 'fingerprint' | 'token';

const purposes: Purpose[] = ['seal', 'fingerprint', 'token'];
const dataKeyBytes = 32;

/** A data key as stored in the database. */
export interface SealedKey {
  purpose: Purpose;
  version: number;
  sealed_key: Buffer;
  created_at: Date;
  used_from: Date;
  master_fingerprint: Buffer | null;
  /** Nothing is sealed by it since; null: it is needed. */
  unused_since: Date | null;
}

export async function readSealedKeys(db: Sql): Promise<SealedKey[]> {
  const { rows } = await db.query<SealedKey>(
    `select purpose, version, sealed_key, created_at, used_from, master_fingerprint, unused_since
     from sealing_keys order by purpose, version`,
  );
  return rows;
}

/** The data keys, made on an empty database. Of several processes that start at once one makes them, the others find them. */
export async function readOrMakeKeys(db: Sql, master: MasterKey, now: Date): Promise<SealedKey[]> {
  const known = await readSealedKeys(db);
  if (known.length > 0) return known;
  await addKeys(
    db,
    purposes.map((purpose) => newKey(master, purpose, 1, now, now)),
  );
  return readSealedKeys(db);
}

export function newKey(
  master: MasterKey,
  purpose: Purpose,
  version: number,
  now: Date,
  usedFrom: Date,
): SealedKey {
  return {
    purpose,
    version,
    sealed_key: encrypt(master.key, randomBytes(dataKeyBytes), dataKeyContext(purpose, version)),
    created_at: now,
    used_from: usedFrom,
    master_fingerprint: master.fingerprint,
    unused_since: null,
  };
}

/** Those that are there already stay as they are. */
export async function addKeys(tx: Sql, keys: SealedKey[]): Promise<void> {
  await tx.query(
    `insert into sealing_keys (purpose, version, sealed_key, created_at, used_from, master_fingerprint)
     select * from unnest($1::text[], $2::integer[], $3::bytea[], $4::timestamptz[], $5::timestamptz[], $6::bytea[])
     on conflict do nothing`,
    [
      keys.map((key) => key.purpose),
      keys.map((key) => key.version),
      keys.map((key) => key.sealed_key),
      keys.map((key) => key.created_at),
      keys.map((key) => key.used_from),
      keys.map((key) => key.master_fingerprint),
    ],
  );
}

export const dataKeyContext = (purpose: Purpose, version: number): string => `data-key:${purpose}:${version}`;

export interface OpenedKey {
  key: KeyObject;
  /** The one of the master keys that opened it. */
  master: MasterKey;
}

/** Throws a StartProblem that says which master key is needed. */
export function openDataKey(masters: MasterKey[], row: SealedKey): OpenedKey {
  for (const master of masters) {
    if (row.master_fingerprint !== null && !row.master_fingerprint.equals(master.fingerprint)) continue;
    try {
      const bytes = decrypt(master.key, row.sealed_key, dataKeyContext(row.purpose, row.version));
      return { key: createSecretKey(bytes), master };
    } catch {
      // Another key's row, or a damaged one: both are told below.
    }
  }
  throw new StartProblem(wrongMasterKey(masters, row));
}

function wrongMasterKey(masters: MasterKey[], { master_fingerprint: needed }: SealedKey): string {
  const given = masters.map(({ fingerprint }) => fingerprintText(fingerprint)).join(' and ');
  const asked = needed === null ? '' : ` It needs the key with the fingerprint ${fingerprintText(needed)};`;
  return `The master key does not open this database: FACEVALUE_MASTER_KEY (or master.key in the data folder) belongs to another one.${asked} given: ${given}.`;
}
