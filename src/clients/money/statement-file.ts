/** A client's statement of a period as CSV and XLSX. */
import { eachMovement, type MovementKind, type Statement } from '../../ledger/statement.ts';
import type { Sql } from '../../platform/database/database.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { kopecksPerRouble } from '../../platform/values/money.ts';
import type { Month } from './months.ts';

const ru = {
  title: 'Выписка',
  headings: ['Время (Москва)', 'Что', 'Запрос', 'Сумма, ₽', 'Остаток, ₽', 'Основание', 'Примечание'],
  kinds: {
    top_up: 'поступление',
    chargeback: 'возврат поступления',
    hold: 'заказ',
    release: 'заказ не выполнен',
    refund: 'возврат сертификата',
  } satisfies Record<MovementKind, string>,
  opening: 'остаток на начало',
  closing: 'остаток на конец',
};

const fileLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Statement',
    headings: ['Time (Moscow)', 'What', 'Request', 'Amount, ₽', 'Balance, ₽', 'Reference', 'Note'],
    kinds: {
      top_up: 'payment',
      chargeback: 'payment returned',
      hold: 'order',
      release: 'order not issued',
      refund: 'certificate refunded',
    },
    opening: 'opening balance',
    closing: 'closing balance',
  },
};

export interface StatementFileAsk {
  clientId: number;
  month: Month;
  statement: Pick<Statement, 'openingKopecks' | 'bounds'>;
  format: SheetFormat;
  language: Language;
}

/** Every movement of a month with the balance after it: the last line is the sum of all before it. */
export function statementFile(db: Sql, ask: StatementFileAsk): AsyncIterable<Uint8Array> {
  const { title, headings } = fileLabels[ask.language];
  return sheetFile(ask.format, {
    title,
    headings,
    widths: [20, 22, 12, 14, 16, 24, 30],
    rows: rowsOf(db, ask),
  });
}

const balanceRow = (name: string, kopecks: number): SheetCell[] => [
  null,
  name,
  null,
  null,
  kopecks / kopecksPerRouble,
  null,
  null,
];

async function* rowsOf(db: Sql, ask: StatementFileAsk): AsyncGenerator<SheetCell[]> {
  const { clientId, month, statement, language } = ask;
  const { kinds, opening, closing } = fileLabels[language];
  let left = statement.openingKopecks;
  yield balanceRow(opening, left);
  for await (const one of eachMovement(db, { clientId, from: month.from, to: month.to, ...statement })) {
    left = one.balanceKopecks;
    yield [
      moscowDateTime(one.at),
      kinds[one.kind],
      one.requestId,
      one.amountKopecks / kopecksPerRouble,
      left / kopecksPerRouble,
      one.reference,
      one.note,
    ];
  }
  yield balanceRow(closing, left);
}
