import { transaction, type Database, type Tx } from '../platform/database/database.ts';
import { findSameFile, type SameFile } from './add-file.ts';
import { bulkColumns, waitingLines, type BulkKey, type BulkOrder, type BulkState } from './bulk-order.ts';
import { lockBulk } from './lock-bulk.ts';

export type Decided =
  | { is: 'done'; bulk: BulkOrder }
  | { is: 'unknown' }
  /** It is past that, or not there yet. */
  | { is: 'in-state'; state: BulkState }
  | { is: 'nothing-right' }
  /** The same bytes were placed before; to do it again somebody has to say so. */
  | { is: 'same-file'; sameFile: SameFile };

export interface ConfirmAsk extends BulkKey {
  /** The same file as an earlier one is meant. */
  again: boolean;
}

/** Places what the preview has shown, line by line. */
export const confirmBulk = (db: Database, ask: ConfirmAsk, now: Date): Promise<Decided> =>
  transaction(db, (tx) => confirmLocked(tx, ask, now));

async function confirmLocked(tx: Tx, ask: ConfirmAsk, now: Date): Promise<Decided> {
  const bulk = await lockBulk(tx, ask);
  if (bulk === null) return { is: 'unknown' };
  if (bulk.state !== 'preview') return { is: 'in-state', state: bulk.state };
  if (waitingLines(bulk) === 0) return { is: 'nothing-right' };
  const sameFile = await findSameFile(tx, ask, bulk.hash);
  const placedBefore = sameFile !== null && sameFile.state !== 'preview' && sameFile.state !== 'reading';
  if (placedBefore && !ask.again) return { is: 'same-file', sameFile };
  return move(tx, ask, `state = 'placing', confirmed_at = $3, due_at = $3`, now);
}

export const pauseBulk = (db: Database, key: BulkKey, now: Date): Promise<Decided> =>
  transaction(db, (tx) => pauseLocked(tx, key, now));

async function pauseLocked(tx: Tx, key: BulkKey, now: Date): Promise<Decided> {
  const bulk = await lockBulk(tx, key);
  if (bulk === null) return { is: 'unknown' };
  // Without funds it would go on by itself: a person may want that it does not.
  const canBePaused = bulk.state === 'placing' || bulk.pausedBecause === 'no-funds';
  if (!canBePaused) return { is: 'in-state', state: bulk.state };
  return move(
    tx,
    key,
    `state = 'paused', paused_because = 'person', paused_at = $3, needs_kopecks = null`,
    now,
  );
}

export const resumeBulk = (db: Database, key: BulkKey, now: Date): Promise<Decided> =>
  transaction(db, (tx) => resumeLocked(tx, key, now));

async function resumeLocked(tx: Tx, key: BulkKey, now: Date): Promise<Decided> {
  const bulk = await lockBulk(tx, key);
  if (bulk === null) return { is: 'unknown' };
  if (bulk.state !== 'paused') return { is: 'in-state', state: bulk.state };
  return move(
    tx,
    key,
    `state = 'placing', paused_because = null, paused_at = null, needs_kopecks = null, due_at = $3`,
    now,
  );
}

/** What is placed stays placed; the rest never is. */
export const cancelBulk = (db: Database, key: BulkKey, now: Date): Promise<Decided> =>
  transaction(db, (tx) => cancelLocked(tx, key, now));

async function cancelLocked(tx: Tx, key: BulkKey, now: Date): Promise<Decided> {
  const bulk = await lockBulk(tx, key);
  if (bulk === null) return { is: 'unknown' };
  if (bulk.state === 'done' || bulk.state === 'cancelled') return { is: 'in-state', state: bulk.state };
  return move(
    tx,
    key,
    `state = 'cancelled', ended_at = $3, paused_because = null, paused_at = null, needs_kopecks = null,
     sealed_file = null, claim_id = null`,
    now,
  );
}

async function move(tx: Tx, { clientId, bulkId }: BulkKey, changes: string, now: Date): Promise<Decided> {
  const { rows } = await tx.query<BulkOrder>(
    `update bulk_orders b set ${changes} where b.client_id = $1 and b.id = $2 returning ${bulkColumns}`,
    [clientId, bulkId, now],
  );
  const [bulk] = rows;
  if (bulk === undefined) throw new Error('A locked bulk order is gone.');
  return { is: 'done', bulk };
}
