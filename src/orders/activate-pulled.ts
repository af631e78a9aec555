import { releaseWaiting } from '../delivery/release-waiting.ts';
import type { Tx } from '../platform/database.ts';
import { activateListed } from '../vault/list-sold.ts';

/**
 * A supplier has fetched what was sold in an interval: its codes that are activated that way become active, and the
 * letters that waited for it go out. Answers how many; as many as the limit means that there may be more.
 */
export async function activatePulled(
  tx: Tx,
  ask: { supplierId: number; from: Date; to: Date; limit: number },
  now: Date,
): Promise<number> {
  const orders = await activateListed(tx, ask, now);
  await releaseWaiting(tx, orders);
  return orders.length;
}
