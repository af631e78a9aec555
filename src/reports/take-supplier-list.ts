import { actorOf, permit, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import type { Context } from '../context.ts';
import { everyCell } from '../platform/cells/cell-context.ts';
import type { Found } from '../platform/cells/merge-found.ts';
import { mergedPages } from '../platform/cells/merge-pages.ts';
import { transaction } from '../platform/database/database.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../platform/text/language.ts';
import { dayAfter, moscowDateTime, moscowMidnight } from '../platform/time/moscow-time.ts';
import {
  latestRedemptionFirst,
  listRedemptionsOf,
  type RedemptionFilters,
  type RedemptionKey,
} from '../redemption/list-redemptions.ts';
import { kopecksPerRouble } from '../platform/values/money.ts';
import { latestSaleFirst, listSupplierSales, type SaleFilters, type SaleKey } from './list-supplier-sales.ts';
import { codeStateNames, supplierListFiles } from './supplier-list-labels.ts';

/** Longest period of one file. */
export const maxListDays = 92;
const rowsAtOnce = 1000;

type ListContext = Pick<Context, 'db' | 'cells' | 'keyring'>;

export type SupplierList = 'sold' | 'redeemed';

export interface ListTakeAsk {
  supplierId: number;
  list: SupplierList;
  /** Moscow days, the last one included. */
  from: string;
  until: string;
  format: SheetFormat;
  language: Language;
}

export type ListTaken =
  | { is: 'sheet'; content: AsyncIterable<Uint8Array> }
  | { is: 'missing' | 'step-up' | 'period' };

/** Sales or redemptions of a supplier as a file, without numbers of certificates; who has taken it stands in the audit. */
export async function takeSupplierList(
  ctx: ListContext,
  principal: Principal,
  ask: ListTakeAsk,
  now: Date,
): Promise<ListTaken> {
  const party = { side: 'supplier', partyId: ask.supplierId } as const;
  const permitted = permit(principal, 'exports.make', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  if (ask.from > ask.until || ask.until >= dayAfter(ask.from, maxListDays)) return { is: 'period' };
  const about = `${ask.list} ${ask.from} – ${ask.until}`;
  const act = { party, by: actorOf(principal), act: 'codes.list-taken', about };
  await transaction(ctx.db, (tx) =>
    recordAct(tx, ctx.keyring, { ...act, after: { format: ask.format } }, now),
  );
  const { title, headings } = supplierListFiles[ask.list][ask.language];
  const rows = ask.list === 'sold' ? soldRows(ctx, ask) : redeemedRows(ctx, ask);
  return { is: 'sheet', content: sheetFile(ask.format, { title, headings, rows }) };
}

const periodOf = ({ from, until }: ListTakeAsk) => ({
  from: moscowMidnight(from),
  until: moscowMidnight(dayAfter(until, 1)),
});
const moment = (instant: Date | null): SheetCell => (instant === null ? null : moscowDateTime(instant));

async function* soldRows(ctx: ListContext, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const { supplierId, language } = ask;
  const filters: SaleFilters = { ...periodOf(ask), productId: null, faceKopecks: null };
  const sales = everyRow(ctx, latestSaleFirst, ({ db }, after: SaleKey | null) =>
    listSupplierSales(db, { supplierId, filters, after, limit: rowsAtOnce }),
  );
  for await (const sale of sales)
    yield [
      moment(sale.soldAt),
      sale.orderNumber,
      sale.productTitle,
      sale.faceKopecks / kopecksPerRouble,
      moment(sale.expiresAt),
      codeStateNames[language][sale.state],
      moment(sale.redeemedAt),
    ];
}

async function* redeemedRows(ctx: ListContext, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const { supplierId } = ask;
  const filters: RedemptionFilters = {
    ...periodOf(ask),
    shopId: null,
    faceKopecks: null,
    redeemer: null,
    undone: false,
  };
  const redemptions = everyRow(ctx, latestRedemptionFirst, ({ db }, after: RedemptionKey | null) =>
    listRedemptionsOf(db, { supplierId, filters, after, limit: rowsAtOnce }),
  );
  for await (const redemption of redemptions)
    yield [
      moment(redemption.redeemedAt),
      redemption.transaction,
      redemption.productTitle,
      redemption.amountKopecks / kopecksPerRouble,
      redemption.till,
      redemption.shopName,
      moment(redemption.undoneAt),
      redemption.undoReason,
    ];
}

type ReadPage<Row extends Key, Key> = (cell: ListContext, after: Key | null) => Promise<Found<Row, Key>>;

/** All rows of a list of all cells, in its order. */
async function* everyRow<Row extends Key, Key>(
  ctx: ListContext,
  by: (one: Key, other: Key) => number,
  readPage: ReadPage<Row, Key>,
): AsyncGenerator<Row> {
  const lists = everyCell(ctx).map((cell) => everyPage(cell, readPage));
  for await (const rows of mergedPages(lists, by)) yield* rows;
}

async function* everyPage<Row extends Key, Key>(
  cell: ListContext,
  readPage: ReadPage<Row, Key>,
): AsyncGenerator<Row[]> {
  let after: Key | null = null;
  do {
    const page: Found<Row, Key> = await readPage(cell, after);
    yield page.rows;
    after = page.next;
  } while (after !== null);
}
