import { releaseWaiting } from '../messaging/queue/release-waiting.ts';
import type { Tx } from '../platform/database/database.ts';
import { confirmRows, type Confirmation } from '../suppliers/activation/confirm-rows.ts';

/**
 * A supplier's employee says that rows of a letter are activated: the codes become active, and the letters that waited
 * for them go out. Answers how many rows were confirmed for the first time.
 */
export async function confirmActivation(tx: Tx, confirmation: Confirmation, now: Date): Promise<number> {
  const { rows, orders } = await confirmRows(tx, confirmation, now);
  await releaseWaiting(tx, orders);
  return rows;
}
