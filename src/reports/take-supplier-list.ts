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
import { listSupplierSales, type SaleFilters, type SaleKey } from './list-supplier-sales.ts';

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
  const { title, headings } = files[ask.list][ask.language];
  const rows = ask.list === 'sold' ? soldRows(db, ask) : redeemedRows(db, ask);
  return { is: 'sheet', content: sheetFile(ask.format, { title, headings, rows }) };
}

const files = {
  sold: {
    ru: {
      title: 'Продано',
      headings: [
        'Продан (Москва)',
        'Заказ',
        'Сертификат',
        'Номинал, ₽',
        'Действует до',
        'Состояние',
        'Погашен',
      ],
    },
    en: {
      title: 'Sold',
      headings: [
        'Sold (Moscow)',
        'Order',
        'Certificate',
        'Face value, ₽',
        'Valid until',
        'State',
        'Redeemed',
      ],
    },
  },
  redeemed: {
    ru: {
      title: 'Погашено',
      headings: [
        'Погашен (Москва)',
        'Номер операции',
        'Сертификат',
        'Номинал, ₽',
        'Касса',
        'Магазин',
        'Отменено',
        'Причина',
      ],
    },
    en: {
      title: 'Redeemed',
      headings: [
        'Redeemed (Moscow)',
        'Transaction',
        'Certificate',
        'Face value, ₽',
        'Till',
        'Shop',
        'Undone',
        'Reason',
      ],
    },
  },
} as const;

const states = {
  ru: { active: 'действует', inactive: 'не активирован', redeemed: 'погашен', refunded: 'возвращён' },
  en: { active: 'valid', inactive: 'not activated', redeemed: 'redeemed', refunded: 'refunded' },
} as const;

const periodOf = ({ from, until }: ListTakeAsk) => ({
  from: moscowMidnight(from),
  until: moscowMidnight(dayAfter(until, 1)),
});
const moment = (instant: Date | null): SheetCell => (instant === null ? null : moscowDateTime(instant));

async function* soldRows(db: Sql, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const filters: SaleFilters = { ...periodOf(ask), productId: null, faceKopecks: null };
  let after: SaleKey | null = null;
  do {
    const page = await listSupplierSales(db, {
      supplierId: ask.supplierId,
      filters,
      after,
      limit: rowsAtOnce,
    });
    for (const row of page.rows) {
      yield [
        moment(row.soldAt),
        row.orderNumber,
        row.productTitle,
        row.faceKopecks / 100,
        moment(row.expiresAt),
        states[ask.language][row.state],
        moment(row.redeemedAt),
      ];
    }
    after = page.next;
  } while (after !== null);
}

async function* redeemedRows(db: Sql, ask: ListTakeAsk): AsyncGenerator<SheetCell[]> {
  const filters: RedemptionFilters = {
    ...periodOf(ask),
    shopId: null,
    faceKopecks: null,
    tillUserId: null,
    personId: null,
    undone: false,
  };
  let after: RedemptionKey | null = null;
  do {
    const page = await listRedemptionsOf(db, {
      supplierId: ask.supplierId,
      filters,
      after,
      limit: rowsAtOnce,
    });
    for (const row of page.rows) {
      yield [
        moment(row.redeemedAt),
        row.transaction,
        row.productTitle,
        row.faceKopecks / 100,
        row.till,
        row.shopName,
        moment(row.undoneAt),
        row.undoReason,
      ];
    }
    after = page.next;
  } while (after !== null);
}
