/** The result of a bulk order as a file: a row an order, with its state and link. */
import { giftToken, receivingLink } from '../../certificates/gift-link.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import type { BulkKey, LineState } from './bulk-order.ts';
import { eachLine, type BulkLine } from './list-lines.ts';
import { reasonText } from './problems.ts';
import { problemColumn, problemHeading, sheetFields, sheetHeadings } from './sheet-columns.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import { isSentNumber } from '../../platform/values/sent-number.ts';

const ru = {
  title: 'Результат',
  headings: ['Строка', 'Состояние', 'Запрос', 'Номер заказа', 'Ссылка', 'Ошибка', 'Внешний номер'],
  states: {
    right: 'не заказан',
    wrong: 'ошибка в строке',
    placed: 'в обработке',
    issued: 'выпущен',
    failed: 'не выпущен',
    refused: 'отклонён',
  } satisfies Record<LineState, string>,
  refunded: 'возвращён',
};

const resultLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Result',
    headings: ['Line', 'State', 'Request', 'Order number', 'Link', 'Error', 'External id'],
    states: {
      right: 'not ordered',
      wrong: 'wrong line',
      placed: 'in process',
      issued: 'issued',
      failed: 'not issued',
      refused: 'refused',
    },
    refunded: 'taken back',
  },
};

export interface ResultAsk extends BulkKey {
  format: SheetFormat;
  language: Language;
  baseUrl: string;
}

/** The result of each line, with links: anybody who has the file can open the gifts. */
export function resultFile(db: Sql, keyring: Keyring, ask: ResultAsk): AsyncIterable<Uint8Array> {
  const labels = resultLabels[ask.language];
  const rows = mapped(eachLine(db, ask), (line) => resultRow(line, keyring, ask));
  return sheetFile(ask.format, { ...labels, widths: [8, 16, 12, 14, 60, 50, 22], rows });
}

function resultRow(line: BulkLine, keyring: Keyring, ask: ResultAsk): SheetCell[] {
  const labels = resultLabels[ask.language];
  return [
    line.line,
    line.isRefunded ? labels.refunded : labels.states[line.state],
    line.requestId,
    line.orderId,
    linkOf(line, keyring, ask),
    problemsText(line, ask.language),
    cellOf(line.fields['external_id']),
  ];
}

/** The gift link of a line that has its certificate. */
export function linkOf(
  { requestId, linkSalt, state, isRefunded }: BulkLine,
  keyring: Keyring,
  { clientId, baseUrl, language = 'ru' }: { clientId: number; baseUrl: string; language?: Language },
): string | null {
  if (requestId === null || state !== 'issued' || isRefunded) return null;
  return inLanguage(receivingLink(baseUrl, giftToken(keyring, { clientId, requestId, linkSalt })), language);
}

/** The lines that brought nothing, as they came, to be corrected and uploaded again. */
export function wrongLinesFile(
  db: Sql,
  { format, language, ...key }: BulkKey & { format: SheetFormat; language: Language },
): AsyncIterable<Uint8Array> {
  const rows = mapped(eachLine(db, { ...key, notSold: true }), (line) => [
    problemsText(line, language),
    ...sheetFields.map((name) => cellOf(line.fields[name])),
  ]);
  const headings = [problemHeading[language], ...sheetFields.map((name) => sheetHeadings[name][language])];
  return sheetFile(format, { title: resultLabels[language].title, headings, widths: [50], rows });
}

function problemsText({ problems }: BulkLine, language: Language): string {
  return problems
    .map((one) => `${problemColumn(one.column, language)} ${reasonText(one, language)}`.trim())
    .join('; ');
}

function cellOf(sent: unknown): SheetCell {
  const value = isSentNumber(sent) ? sent.rawJSON : sent;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? String(value) : null;
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
