import { releaseWaiting } from '../messaging/queue/release-waiting.ts';
import { atomically, type DatabaseOrTx } from '../platform/database/database.ts';
import { confirmRows, type Confirmation } from '../suppliers/activation/confirm-rows.ts';

/**
 * Confirms rows of an activation letter: their codes become active, and the letters that waited for them are released.
 * Returns how many rows were confirmed for the first time.
 */
export function confirmActivation(db: DatabaseOrTx, confirmation: Confirmation, now: Date): Promise<number> {
  return atomically(db, async (tx) => {
    const { rows, orders } = await confirmRows(tx, confirmation, now);
    await releaseWaiting(tx, orders);
    return rows;
  });
}
