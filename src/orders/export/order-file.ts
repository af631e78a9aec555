/** Orders as a sheet, with addresses, and without codes and links. */
import type { Sql } from '../../platform/database/database.ts';
import { sheetFile, type SheetCell, type SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { kopecksPerRouble } from '../../platform/values/money.ts';
import { eachOrder, type EachOrderAsk, type ExportedOrder } from './each-order.ts';
import { orderFileLabels } from './labels.ts';

/** A sheet of a workbook has 1,048,576 rows; the heading and the note that it goes on are among them. */
const mostWorkbookOrders = 1_000_000;

export interface OrderFileAsk extends EachOrderAsk {
  format: SheetFormat;
  language: Language;
}

const widths = [12, 20, 16, 10, 26, 12, 12, 12, 14, 30, 20, 20, 22, 28, 16, 14, 20, 20, 12, 30, 22, 14, 12];

export function orderFile(db: Sql, ask: OrderFileAsk, most = mostWorkbookOrders): AsyncIterable<Uint8Array> {
  const { title, headings } = orderFileLabels[ask.language];
  const limit = ask.format === 'csv' ? Infinity : most;
  return sheetFile(ask.format, { title, headings, widths, rows: rowsOf(db, ask, limit) });
}

/** Orders of one client or of several, who are named then. */
export interface OrdersOfClient {
  client: string | null;
  orders: readonly ExportedOrder[];
}

export function workbookOf(lists: readonly OrdersOfClient[], language: Language): AsyncIterable<Uint8Array> {
  const { title, headings, client: heading } = orderFileLabels[language];
  const isNamed = lists.some(({ client }) => client !== null);
  return sheetFile('xlsx', {
    title,
    headings: isNamed ? [...headings, heading] : headings,
    widths: [...widths, 26],
    rows: lists.flatMap(({ client, orders }) =>
      orders.map((order) => [...rowOf(order, language), ...(isNamed ? [client] : [])]),
    ),
  });
}

async function* rowsOf(db: Sql, ask: OrderFileAsk, limit: number): AsyncGenerator<SheetCell[]> {
  let rows = 0;
  for await (const order of eachOrder(db, ask)) {
    if (rows === limit) return yield [orderFileLabels[ask.language].cut(limit)];
    rows += 1;
    yield rowOf(order, ask.language);
  }
  return undefined;
}

function rowOf(order: ExportedOrder, language: Language): SheetCell[] {
  const labels = orderFileLabels[language];
  const { errorCode, errorText } = order;
  return [
    order.requestId,
    moscowDateTime(order.acceptedAt),
    order.isRefunded ? labels.refunded : labels.states[order.state],
    order.testmode ? labels.test : labels.real,
    order.title,
    order.productId,
    order.faceKopecks / kopecksPerRouble,
    order.testmode ? null : order.sumKopecks / kopecksPerRouble,
    order.serviceCode,
    order.comment,
    order.externalId,
    order.uuid,
    order.recipientName,
    order.emailTo,
    order.toPhone,
    order.orderId,
    momentOf(order.endedAt),
    momentOf(order.expiresAt),
    errorCode,
    errorText,
    order.author,
    order.bulkId,
    order.returnedKopecks === null ? null : order.returnedKopecks / kopecksPerRouble,
  ];
}

const momentOf = (instant: Date | null): string | null => (instant === null ? null : moscowDateTime(instant));
