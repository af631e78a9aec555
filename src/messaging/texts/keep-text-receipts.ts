/** Stores receipts of texts until the worker `report-texts` finds their texts. */
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { TextReceipt } from '../../platform/texter/text-provider.ts';

const maxDetailsLength = 200;

export async function keepTextReceipts(db: Sql, receipts: TextReceipt[], now: Date): Promise<void> {
  if (receipts.length === 0) return;
  await db.query(
    `insert into text_receipts (provider, message_id, report, details, received_at, due_at)
     select provider, message_id, report, details, $5, $5
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as told (provider, message_id, report, details)`,
    [
      ...columnsOf(
        receipts.map(({ details, ...receipt }) => ({
          ...receipt,
          details: details.slice(0, maxDetailsLength),
        })),
        ['provider', 'messageId', 'report', 'details'],
      ),
      now,
    ],
  );
}
