/** Stores receipts of texts until the worker `report-texts` finds their texts. */
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { TextReceipt } from '../../platform/texter/text-provider.ts';

const maxDetailsLength = 200;

/**
 * With cells, a receipt goes to the one that has sent its text. If that is not recorded yet, it goes to all: the one whose text
 * it is finds it, and the others forget it.
 */
export async function keepTextReceipts(
  ctx: Pick<Context, 'db' | 'cells'>,
  receipts: readonly TextReceipt[],
  now: Date,
): Promise<void> {
  if (receipts.length === 0) return;
  if (ctx.cells.length === 0) return keep(ctx.db, receipts, now);
  const cells = everyCell(ctx);
  const kept = (await Promise.all(cells.map(({ db }) => keepOwn(db, receipts, now)))).flat();
  const early = receipts.filter((receipt) => !kept.includes(receipt));
  if (early.length > 0) await Promise.all(cells.map(({ db }) => keep(db, early, now)));
}

/** Those whose text was sent from here. */
async function keepOwn(db: Sql, receipts: readonly TextReceipt[], now: Date): Promise<TextReceipt[]> {
  const { rows } = await db.query<{ place: number }>(
    `select (told.place - 1)::integer as place from unnest($1::text[], $2::text[]) with ordinality as told (provider, message_id, place)
     where exists (select from text_parts p where p.provider = told.provider and p.message_id = told.message_id)`,
    columnsOf([...receipts], ['provider', 'messageId']),
  );
  const own = rows.map(({ place }) => receipts[place]).filter((receipt) => receipt !== undefined);
  if (own.length > 0) await keep(db, own, now);
  return own;
}

async function keep(db: Sql, receipts: readonly TextReceipt[], now: Date): Promise<void> {
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
