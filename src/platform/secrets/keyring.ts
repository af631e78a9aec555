import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { transaction, type Database, type Sql } from '../database/database.ts';
import { StartProblem } from '../process/start-problem.ts';

/**
 * The keys that protect codes, secrets and links. Data keys are in the database, encrypted with the master key of the
 * settings; without that, what they seal is useless.
 */
export interface Keyring {
  /** AES-256-GCM, bound to `context`: the bytes can be opened only for the row that they were sealed for. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** Keyed hash of a text, to find equal ones without opening anything. */
  fingerprint(text: string): Buffer;
  /** An unguessable, deterministic token for a thing: 128 bits as 22 characters of base64url. */
  token(thing: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;
const versionBytes = 2;
const tokenBytes = 16;

type Purpose = 'seal' | 'fingerprint' | 'token';
const purposes: Purpose[] = ['seal', 'fingerprint', 'token'];

/** Opens the data keys; creates the first ones in an empty database. */
export async function openKeyring(db: Database, masterKey: Buffer, now: Date): Promise<Keyring> {
  const master = createSecretKey(masterKey);
  const known = await readSealedKeys(db);
  const rows = known.length > 0 ? known : await makeFirstKeys(db, master, now);
  const keys = new Map(
    rows.map((row) => [dataKeyContext(row.purpose, row.version), openDataKey(master, row)]),
  );
  return keyringOf(keys, Math.max(...rows.filter((row) => row.purpose === 'seal').map((row) => row.version)));
}

interface SealedKey {
  purpose: Purpose;
  version: number;
  sealed_key: Buffer;
}

async function readSealedKeys(db: Sql): Promise<SealedKey[]> {
  const { rows } = await db.query<SealedKey>(
    `select purpose, version, sealed_key from sealing_keys order by version`,
  );
  return rows;
}

function makeFirstKeys(db: Database, master: KeyObject, now: Date): Promise<SealedKey[]> {
  return transaction(db, async (tx) => {
    // Several processes may start at once: the second waits here and then finds the keys.
    await tx.query(`lock table sealing_keys in exclusive mode`);
    await tx.query(
      `insert into sealing_keys (purpose, version, sealed_key, created_at)
       select purpose, 1, sealed_key, $3 from unnest($1::text[], $2::bytea[]) as made (purpose, sealed_key)
       where not exists (select from sealing_keys)`,
      [
        purposes,
        purposes.map((purpose) => encrypt(master, randomBytes(32), dataKeyContext(purpose, 1))),
        now,
      ],
    );
    return readSealedKeys(tx);
  });
}

const dataKeyContext = (purpose: Purpose, version: number): string => `data-key:${purpose}:${version}`;

function openDataKey(master: KeyObject, row: SealedKey): KeyObject {
  try {
    return createSecretKey(decrypt(master, row.sealed_key, dataKeyContext(row.purpose, row.version)));
  } catch {
    throw new StartProblem(
      'The master key does not open this database: FACEVALUE_MASTER_KEY (or master.key in the data folder) belongs to another one.',
    );
  }
}

function keyringOf(keys: Map<string, KeyObject>, sealingVersion: number): Keyring {
  const keyOf = (purpose: Purpose, version: number): KeyObject => {
    const key = keys.get(dataKeyContext(purpose, version));
    if (key === undefined) throw new Error(`The sealing key of version ${version} is missing.`);
    return key;
  };
  const sealingKey = keyOf('seal', sealingVersion);
  // Fingerprints and tokens must stay comparable forever, so their keys have one version.
  const fingerprintKey = keyOf('fingerprint', 1);
  const tokenKey = keyOf('token', 1);
  const version = Buffer.alloc(versionBytes);
  version.writeUInt16BE(sealingVersion);
  return {
    seal: (plain, context) =>
      Buffer.concat([version, encrypt(sealingKey, Buffer.from(plain, 'utf8'), context)]),
    open: (sealed, context) =>
      decrypt(keyOf('seal', sealed.readUInt16BE(0)), sealed.subarray(versionBytes), context).toString('utf8'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    token: (thing) =>
      createHmac('sha256', tokenKey).update(thing).digest().subarray(0, tokenBytes).toString('base64url'),
  };
}

/** The stored form of a token: enough to find its row, not enough to use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

function encrypt(key: KeyObject, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
