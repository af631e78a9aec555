import { addMissingFaces } from '../catalog/face.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { readCells } from '../platform/cells/spread-tables.ts';
import type { CrashPoint } from '../platform/process/crash-point.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { PoolImport, PoolImportAsk } from '../vault/import-pool/import-ask.ts';
import { importPool } from '../vault/import-pool/import-pool.ts';
import { wakeDelayed } from './wake-delayed.ts';

/**
 * Loads codes into the pool of a product and wakes, in the same transaction, the orders that wait for them. With
 * `anyFace` the product gets faces that it lacks. A preview or a refusal writes nothing.
 */
export async function loadPool(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: PoolImportAsk,
  now: Date,
  crashPoint: CrashPoint = () => {},
): Promise<PoolImport> {
  const outcome = await atomically(db, async (tx) => {
    const imported = await importPool(tx, keyring, ask, now);
    if (imported.is !== 'loaded') return imported;
    await offerLoaded(tx, ask, imported, now);
    crashPoint('import-pool:before-commit');
    return imported;
  });
  if (outcome.is === 'loaded') crashPoint('import-pool:after-commit');
  return outcome;
}

async function offerLoaded(
  tx: Tx,
  { productId, anyFace }: PoolImportAsk,
  { report }: Extract<PoolImport, { report: unknown }>,
  now: Date,
): Promise<void> {
  const faces = report.faces.map(({ faceKopecks }) => faceKopecks);
  if (anyFace === true) await addMissingFaces(tx, productId, faces);
  // With cells the codes are still to be dealt; waiting orders are woken in the cell where they arrive.
  if ((await readCells(tx)).length === 0) await wakeDelayed(tx, now, productId);
}
