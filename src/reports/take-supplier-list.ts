import { actorOf, permit, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { transaction, type Database, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../platform/text/language.ts';
import { dayAfter, moscowDateTime, moscowMidnight } from '../platform/time/moscow-time.ts';
import {
  listRedemptionsOf,
  type RedemptionFilters,
  type RedemptionKey,
} from '../redemption/list-redemptions.ts';
import { kopecksPerRouble } from '../platform/values/money.ts';
import { listSupplierSales, type SaleFilters, type SaleKey } from './list-supplier-sales.ts';
import { codeStateNames, supplierListFiles } from './supplier-list-labels.ts';

/** Longest period of one file. */
export const maxListDays = 92;
const rowsAtOnce = 1000;

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
  { db, keyring }: { db: Database; keyring: Keyring },
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
  await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after: { format: ask.format } }, now));
  const { title, headings } = supplierListFiles[ask.list][ask.language];
  const rows = ask.list === 'sold' ? soldRows(db, ask) : redeemedRows(db, ask);
  return { is: 'sheet', content: sheetFile(ask.format, { title, headings, rows }) };
}

const periodOf = ({ from, until }: ListTakeAsk) => ({
  from: moscowMidnight(from),
  until: moscowMidnight(dayAfter(until, 1)),
});
const moment = (instant: Date | null): SheetCell => (instant === null ? null : moscowDateTime(instant));

async function* soldRows(db: Sql, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const { supplierId, language } = ask;
  const filters: SaleFilters = { ...periodOf(ask), productId: null, faceKopecks: null };
  const sales = everyRow((after: SaleKey | null) =>
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

async function* redeemedRows(db: Sql, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const { supplierId } = ask;
  const filters: RedemptionFilters = {
    ...periodOf(ask),
    shopId: null,
    faceKopecks: null,
    tillUserId: null,
    personId: null,
    undone: false,
  };
  const redemptions = everyRow((after: RedemptionKey | null) =>
    listRedemptionsOf(db, { supplierId, filters, after, limit: rowsAtOnce }),
  );
  for await (const redemption of redemptions)
    yield [
      moment(redemption.redeemedAt),
      redemption.transaction,
      redemption.productTitle,
      redemption.faceKopecks / kopecksPerRouble,
      redemption.till,
      redemption.shopName,
      moment(redemption.undoneAt),
      redemption.undoReason,
    ];
}

/** All rows of a list that is read page by page. */
async function* everyRow<Row, Key>(
  readPage: (after: Key | null) => Promise<{ rows: Row[]; next: Key | null }>,
): AsyncGenerator<Row> {
  let after: Key | null = null;
  do {
    const page: { rows: Row[]; next: Key | null } = await readPage(after);
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}
