import { releaseWaiting } from '../messaging/queue/release-waiting.ts';
import { transaction, type Database } from '../platform/database/database.ts';
import { activateListed, activatesByList, type ListPlace } from '../vault/list-sold.ts';

/** Codes of a list that one transaction looks at. */
const pageSize = 10_000;

/** What was listed from one instant on and before another. */
export interface PulledList {
  supplierId: number;
  from: Date;
  to: Date;
}

/**
 * A supplier has fetched a list of what was sold: those of its codes that are activated that way become active, and
 * the letters that waited for it go out, page by page.
 */
export async function activatePulled(
  db: Database,
  { supplierId, from, to }: PulledList,
  now: Date,
): Promise<void> {
  let after: ListPlace | null = { listedAt: from, codeId: 0 };
  while (after !== null) {
    const page = { supplierId, after, to, limit: pageSize };
    after = await transaction(db, async (tx) => {
      if (!(await activatesByList(tx, supplierId))) return null;
      const { orders, next } = await activateListed(tx, page, now);
      await releaseWaiting(tx, orders);
      return next;
    });
  }
}
