/** New data keys, and a new master key. */
import { transaction, type Database, type Tx } from '../database/database.ts';
import type { CrashPoint } from '../process/crash-point.ts';
import { mostDataKeyVersion } from './client-keyring.ts';
import { lockKeys, resealKeys } from './change-keys.ts';
import { addKeys, newKey, openDataKey, readSealedKeys } from './data-keys.ts';
import { masterOf, mastersOf, type MasterKeys } from './master-key.ts';

/** From the making of a data key to its use. Processes reread the keys every 5 s (`follow-keys.ts`). */
const settlingMs = 60_000;

export type DataRotation =
  | { is: 'rotated' | 'under-way'; version: number; usedFrom: Date }
  | { is: 'no-version-left' };

/**
 * Adds a version of the key that seals. Older ones stay: what they sealed is opened by them. The keys of fingerprints
 * and links are not rotated, because what they make is compared for ever (docs/decisions/0030).
 */
export const rotateDataKey = (db: Database, given: MasterKeys, now: Date, crashPoint?: CrashPoint) =>
  rotate(db, (tx) => addDataKey(tx, given, now), crashPoint);

async function addDataKey(tx: Tx, given: MasterKeys, now: Date): Promise<DataRotation> {
  await lockKeys(tx);
  const newest = (await readSealedKeys(tx)).findLast(({ purpose }) => purpose === 'seal');
  if (newest === undefined) throw new Error('This database has no data keys.');
  if (newest.used_from > now) return { is: 'under-way', version: newest.version, usedFrom: newest.used_from };
  if (newest.version === mostDataKeyVersion) return { is: 'no-version-left' };
  const usedFrom = new Date(now.getTime() + settlingMs);
  const { master } = openDataKey(mastersOf(given), newest);
  const version = newest.version + 1;
  await addKeys(tx, [newKey(master, 'seal', version, now, usedFrom)]);
  return { is: 'rotated', version, usedFrom };
}

export type MasterRotation =
  | { is: 'rotated' | 'rotated-before'; fingerprint: Buffer }
  | { is: 'no-next' | 'same' };

/** Seals all data keys by the next master key, at once. What lies under the data keys is not touched. */
export const rotateMasterKey = (db: Database, given: MasterKeys, crashPoint?: CrashPoint) =>
  rotate(db, (tx) => sealByNext(tx, given), crashPoint);

async function sealByNext(tx: Tx, given: MasterKeys): Promise<MasterRotation> {
  if (given.nextMasterKey === null) return { is: 'no-next' };
  if (given.nextMasterKey.equals(given.masterKey)) return { is: 'same' };
  const next = masterOf(given.nextMasterKey);
  await lockKeys(tx);
  const keys = await readSealedKeys(tx);
  const left = keys.filter(({ master_fingerprint: by }) => by === null || !by.equals(next.fingerprint));
  if (left.length === 0) return { is: 'rotated-before', fingerprint: next.fingerprint };
  await resealKeys(tx, mastersOf(given), next, left);
  return { is: 'rotated', fingerprint: next.fingerprint };
}

async function rotate<Rotation>(
  db: Database,
  work: (tx: Tx) => Promise<Rotation>,
  crashPoint: CrashPoint = () => {},
): Promise<Rotation> {
  const rotation = await transaction(db, async (tx) => {
    const done = await work(tx);
    crashPoint('rotate-keys:before-commit');
    return done;
  });
  crashPoint('rotate-keys:after-commit');
  return rotation;
}
