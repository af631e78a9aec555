import type { Sql } from '../platform/database.ts';
import { columnsOf } from '../platform/rows.ts';
import type { TextReceipt } from '../platform/texter/text-provider.ts';

const maxWords = 200;

/** Keeps receipts of texts until the worker `report-texts` finds whose they are. */
export async function keepTextReceipts(db: Sql, receipts: TextReceipt[], now: Date): Promise<void> {
  if (receipts.length === 0) return;
  await db.query(
    `insert into text_receipts (provider, message_id, report, words, received_at, due_at)
     select provider, message_id, report, words, $5, $5
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as told (provider, message_id, report, words)`,
    [
      ...columnsOf(
        receipts.map(({ words, ...receipt }) => ({ ...receipt, words: words.slice(0, maxWords) })),
        ['provider', 'messageId', 'report', 'words'],
      ),
      now,
    ],
  );
}
