import { findBulk, listBulks, type BulkKey, type BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import { listLines, type BulkLine } from '../../../orders/bulk/list-lines.ts';
import { previewBulk, type Preview } from '../../../orders/bulk/preview.ts';
import { findOpenOfBulk } from '../../../orders/bulk/open-approvals.ts';
import { findClient } from '../../../clients/find-client.ts';
import type { Approval } from '../../../people/approvals/approvals.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { besideOf, listLength, type Beside } from '../../../web/shell/list-view.ts';

/** What the page of a bulk order tells. */
export interface BulkShown {
  bulk: BulkOrder;
  /** While it waits to be confirmed, or for funds. */
  preview: Preview | null;
  /** It waits for a second person. */
  approval: Approval | null;
  /** Those that brought no certificate. */
  lines: BulkLine[];
  /** Where the next page of them begins; null: there is none. */
  next: number | null;
  /** Those beside it in the list. */
  beside: Beside;
}

export async function readBulkShown(
  db: Sql,
  { after, ...key }: BulkKey & { after: number },
  now: Date,
): Promise<BulkShown | null> {
  const bulk = await findBulk(db, key);
  const client = await findClient(db, key.clientId);
  if (bulk === null || client === null) return null;
  const found =
    bulk.state === 'reading'
      ? []
      : await listLines(db, { ...key, after, limit: listLength + 1, notSold: true });
  const lines = found.slice(0, listLength);
  const { clientId } = key;
  const beside = await besideOf(
    key.bulkId,
    async (slice) => (await listBulks(db, { clientId, ...slice }))[0]?.bulkId,
  );
  return {
    bulk,
    preview: bulk.state === 'preview' ? await previewBulk(db, client, key, now) : null,
    approval: bulk.state === 'preview' ? await findOpenOfBulk(db, key, now) : null,
    lines,
    next: found.length > listLength ? (lines.at(-1)?.line ?? null) : null,
    beside,
  };
}

export type BulkPreviewed = BulkShown & { preview: Preview };

export const isPreviewed = (shown: BulkShown): shown is BulkPreviewed => shown.preview !== null;
