import { createHmac, hash, type KeyObject } from 'node:crypto';
import { cellDigits } from '../cells/cell-ids.ts';
import type { Database, Sql } from '../database/database.ts';
import { decrypt, encrypt } from './cipher.ts';
import { clientKeyring, type ClientKeyring, type Sealer } from './client-keyring.ts';
import { openDataKey, readOrMakeKeys, readSealedKeys, type SealedKey } from './data-keys.ts';
import { mastersOf, type MasterKeys } from './master-key.ts';
import { fullPasswordCost, type PasswordCost } from './password.ts';

/**
 * The keys that protect codes, secrets and links. Data keys are in the database, encrypted with the master key of the
 * settings; without that, what they seal is useless.
 */
export interface Keyring extends Pick<
  ClientKeyring,
  'knowClients' | 'makeClientKey' | 'destroyClientKey' | 'isDestroyed'
> {
  /** AES-256-GCM, bound to `context`: the bytes can be opened only for the row that they were sealed for. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** Whether the data key that seals now has sealed this. */
  isNewest(sealed: Buffer): boolean;
  /** The same for what belongs to a client. Before opening, its key must be known to this process (`knowClients`). */
  ofClient(clientId: number): Sealer;
  /** Keyed hash of a text, to find equal ones without opening anything. */
  fingerprint(text: string): Buffer;
  /** An unguessable, deterministic token for a thing: 128 bits as 22 characters of base64url. */
  token(thing: string): string;
  /** The same for what belongs to a client. On an installation with cells it begins with the two digits of the client's. */
  clientToken(clientId: number, thing: string): string;
  /** What deriving the hash of a password costs. */
  readonly passwordCost: PasswordCost;
}

/** A keyring that follows rotations made by others (docs/decisions/0030). */
export interface FollowedKeyring extends Keyring {
  /** Takes up keys that were added since, and seals with the newest whose use has begun. */
  reread(db: Sql, now: Date): Promise<void>;
  /** Why this process can't open what others seal; null: it can. */
  problem(): string | null;
}

const versionBytes = 2;
const tokenBytes = 16;

/**
 * Opens the data keys; creates the first ones in an empty database. `cells`: where the keys of clients lie, if not in `db`;
 * null: they are not needed.
 */
export async function openKeyring(
  db: Database,
  given: Buffer | MasterKeys,
  now: Date,
  cells: readonly { db: Sql }[] | null = [],
  passwordCost: PasswordCost = fullPasswordCost,
): Promise<FollowedKeyring> {
  const masters = mastersOf(Buffer.isBuffer(given) ? { masterKey: given, nextMasterKey: null } : given);
  const rows = await readOrMakeKeys(db, masters[0], now);
  const keys = new Map(rows.map((row) => [nameOf(row), openDataKey(masters, row).key]));
  const sealing = { version: 0, prefix: Buffer.alloc(versionBytes) };
  let problem: string | null = null;

  function sealBy(versions: number[]): void {
    sealing.version = Math.max(...versions);
    sealing.prefix = Buffer.alloc(versionBytes);
    sealing.prefix.writeUInt16BE(sealing.version);
  }

  sealBy(usableVersions(rows, now));
  const homes = cells?.length === 0 ? [db] : (cells ?? []).map((cell) => cell.db);
  const prefixOf = cells?.length === 0 ? () => '' : cellDigits;
  const { data, ...keyring } = keyringOf(keys, sealing);
  const clients = clientKeyring(data, homes, now);
  await clients.readAll();
  return {
    ...keyring,
    ...clients,
    passwordCost,
    clientToken: (clientId, thing) => prefixOf(clientId) + keyring.token(thing),
    async reread(sql, later) {
      const current = await readSealedKeys(sql);
      await clients.reread(later);
      problem = null;
      for (const row of current) {
        if (keys.has(nameOf(row))) continue;
        try {
          keys.set(nameOf(row), openDataKey(masters, row).key);
        } catch (thrown) {
          problem = thrown instanceof Error ? thrown.message : String(thrown);
        }
      }
      sealBy(
        usableVersions(current, later).filter((version) => keys.has(nameOf({ purpose: 'seal', version }))),
      );
    },
    problem: () => problem,
  };
}

/** The first version is always one of them, also where a clock was set back. */
const usableVersions = (rows: SealedKey[], now: Date): number[] =>
  rows
    .filter(
      ({ purpose, version, used_from: usedFrom }) => purpose === 'seal' && (version === 1 || usedFrom <= now),
    )
    .map(({ version }) => version);

const nameOf = ({ purpose, version }: Pick<SealedKey, 'purpose' | 'version'>): string =>
  `${purpose}:${version}`;

function keyringOf(keys: Map<string, KeyObject>, sealing: { version: number; prefix: Buffer }) {
  const keyOf = (purpose: SealedKey['purpose'], version: number): KeyObject => {
    const key = keys.get(nameOf({ purpose, version }));
    if (key === undefined) throw new Error(`The sealing key of version ${version} is missing.`);
    return key;
  };
  // Fingerprints and tokens must stay comparable forever, so their keys have one version.
  const fingerprintKey = keyOf('fingerprint', 1);
  const tokenKey = keyOf('token', 1);
  const sealer: Sealer = {
    seal: (plain, context) =>
      Buffer.concat([
        sealing.prefix,
        encrypt(keyOf('seal', sealing.version), Buffer.from(plain, 'utf8'), context),
      ]),
    open: (sealed, context) =>
      decrypt(keyOf('seal', sealed.readUInt16BE(0)), sealed.subarray(versionBytes), context).toString('utf8'),
  };
  const data = { sealer, version: () => sealing.version, key: (version: number) => keyOf('seal', version) };
  return {
    ...sealer,
    data,
    isNewest: (sealed: Buffer): boolean => sealed.readUInt16BE(0) === sealing.version,
    fingerprint: (text: string): Buffer => createHmac('sha256', fingerprintKey).update(text).digest(),
    token: (thing: string): string =>
      createHmac('sha256', tokenKey).update(thing).digest().subarray(0, tokenBytes).toString('base64url'),
  };
}

/** The stored form of a token: enough to find its row, not enough to use it. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
