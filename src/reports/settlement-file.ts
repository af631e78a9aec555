/** A settlement as a table file. */
import { writeXlsx } from 'hucre/xlsx';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { byteOrderMark, csvLine, type CsvCell } from '../platform/spreadsheet/write-csv.ts';
import type { Language } from '../platform/text/language.ts';
import { settledCounts, settledKopecks, totalsOf, type Settlement } from './settlement.ts';

const details = {
  ru: {
    sheet: 'Сверка',
    total: 'Итого',
    headings: ['Продукт', 'Название', 'Номинал, руб.'],
    count: {
      issued: 'Выпущено',
      activated: 'Активировано',
      redeemed: 'Погашено',
      expired: 'Истекло',
      refunded: 'Возвращено',
      takenBack: 'Возвращено после погашения',
      unclear: 'Неясно',
    },
    sum: ', руб.',
    period: (from: string, to: string) => `с ${from} по ${to} включительно, Москва`,
  },
  en: {
    sheet: 'Settlement',
    total: 'Total',
    headings: ['Product', 'Title', 'Face, RUB'],
    count: {
      issued: 'Issued',
      activated: 'Activated',
      redeemed: 'Redeemed',
      expired: 'Expired',
      refunded: 'Refunded',
      takenBack: 'Refunded after redemption',
      unclear: 'Unclear',
    },
    sum: ', RUB',
    period: (from: string, to: string) => `from ${from} to ${to} inclusive, Moscow`,
  },
} as const;

const columnWidths = [12, 40, 16, 12, 18, 14, 18, 12, 18, 12, 18, 12, 18, 28, 28, 12, 18];

/** The settlement as rows of cells: supplier and period, headings, lines, totals. */
function settlementRows(settlement: Settlement, language: Language): CsvCell[][] {
  const { headings, count, sum, total, period } = details[language];
  const { lines, name, from, to } = settlement;
  const totals = totalsOf(lines);
  const last = new Date(to.getTime() - 1);
  return [
    [name, period(moscowDay(from), moscowDay(last))],
    [...headings, ...settledCounts.flatMap((one) => [count[one], `${count[one]}${sum}`])],
    ...lines.map((line) => [
      line.productId,
      line.title,
      line.faceKopecks / 100,
      ...settledCounts.flatMap((one) => [line[one], settledKopecks(line, one) / 100]),
    ]),
    [
      total,
      '',
      null,
      ...settledCounts.flatMap((one) => [totals[one].certificates, totals[one].kopecks / 100]),
    ],
  ];
}

export async function settlementXlsx(settlement: Settlement, language: Language): Promise<Buffer> {
  const sheet = {
    name: details[language].sheet,
    columns: columnWidths.map((width) => ({ width })),
    rows: settlementRows(settlement, language),
  };
  return Buffer.from(await writeXlsx({ sheets: [sheet] }));
}

/** Semicolons and a byte order mark, as Russian spreadsheet programs expect. */
export const settlementCsv = (settlement: Settlement, language: Language): string =>
  byteOrderMark +
  settlementRows(settlement, language)
    .map((row) => `${csvLine(row)}\r\n`)
    .join('');
