import { releaseWaiting } from '../messaging/queue/release-waiting.ts';
import type { Tx } from '../platform/database/database.ts';
import { activateListed, activatesByList, type ListPlace } from '../vault/list-sold.ts';

/** Codes of a list that one transaction looks at. */
const pageSize = 10_000;

/** What was listed behind a place and before an instant. */
export interface ActivationPage {
  supplierId: number;
  after: ListPlace;
  to: Date;
}

/**
 * A supplier has fetched what was sold before an instant: those codes of the page behind a place that are activated
 * that way become active, and the letters that waited for it go out. Answers where the next page begins, or null.
 */
export async function activatePulled(tx: Tx, ask: ActivationPage, now: Date): Promise<ListPlace | null> {
  if (!(await activatesByList(tx, ask.supplierId))) return null;
  const { orders, next } = await activateListed(tx, { ...ask, limit: pageSize }, now);
  await releaseWaiting(tx, orders);
  return next;
}
