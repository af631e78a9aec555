/** Stores receipts of texts until the worker `report-texts` finds their texts. */
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { TextReceipt } from '../../platform/texter/text-provider.ts';
import { mayBeAbout, phoneMark } from './find-text.ts';

const maxDetailsLength = 200;

type KeepingContext = Pick<Context, 'db' | 'cells' | 'keyring'>;

/**
 * With cells, a receipt goes to those that have sent a text it may be about; if that is not recorded yet, to all: the one whose text
 * it is finds it, and the others forget it. Without a phone nobody can tell texts of two cells apart, and it goes to none.
 */
export async function keepTextReceipts(
  ctx: KeepingContext,
  receipts: readonly TextReceipt[],
  now: Date,
): Promise<void> {
  if (receipts.length === 0) return;
  if (ctx.cells.length === 0) return keep(ctx, receipts, now);
  const cells = await Promise.all(
    everyCell(ctx).map(async (cell) => ({ cell, own: await ownOf(cell.db, receipts) })),
  );
  const owners = (receipt: TextReceipt): number => cells.filter(({ own }) => own.has(receipt)).length;
  const early = receipts.filter((receipt) => owners(receipt) === 0);
  const isClear = (receipt: TextReceipt): boolean => owners(receipt) === 1 || isWithPhone(receipt);
  await Promise.all(cells.map(({ cell, own }) => keep(cell, [...early, ...[...own].filter(isClear)], now)));
}

const isWithPhone = ({ phones = [] }: TextReceipt): boolean => phones.length > 0;

/** Finds the receipts that may be about a text sent from this cell. */
async function ownOf(db: Sql, receipts: readonly TextReceipt[]): Promise<Set<TextReceipt>> {
  const { rows } = await db.query<{ place: number }>(
    `select (r.place - 1)::integer as place
     from (select provider, message_id, string_to_array(other_ids, ' ') as other_ids, place
           from unnest($1::text[], $2::text[], $3::text[]) with ordinality as receipt (provider, message_id, other_ids, place)) r
     where exists (select from text_parts p where ${mayBeAbout})`,
    columnsOf(
      receipts.map(({ otherIds = [], ...receipt }) => ({ ...receipt, otherIds: otherIds.join(' ') })),
      ['provider', 'messageId', 'otherIds'],
    ),
  );
  return new Set(rows.map(({ place }) => receipts[place]).filter((receipt) => receipt !== undefined));
}

async function keep(
  { db, keyring }: Pick<KeepingContext, 'db' | 'keyring'>,
  receipts: readonly TextReceipt[],
  now: Date,
): Promise<void> {
  if (receipts.length === 0) return;
  const rows = receipts.map(({ details, otherIds = [], phones = [], ...receipt }) => ({
    ...receipt,
    details: details.slice(0, maxDetailsLength),
    otherIds: otherIds.join(' '),
    phones: phones.map((phone) => phoneMark(keyring, phone)).join(' '),
  }));
  await db.query(
    `insert into text_receipts (provider, message_id, report, details, other_ids, phone_hashes, received_at, due_at)
     select provider, message_id, report, details, string_to_array(other_ids, ' '), string_to_array(phones, ' '), $7, $7
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as receipt (provider, message_id, report, details, other_ids, phones)`,
    [...columnsOf(rows, ['provider', 'messageId', 'report', 'details', 'otherIds', 'phones']), now],
  );
}
