import type { SheetContent } from '../../platform/spreadsheet/sheet-file.ts';
import {
  endOfMoscowDay,
  moscowDateTime,
  moscowDay,
  moscowMidnight,
} from '../../platform/time/moscow-time.ts';
import type { ExportedCode } from './export-codes.ts';

/** The time of whole Moscow days, the last one inclusive. */
export const daysToExport = (first: string, last: string): { from: Date; to: Date } => ({
  from: moscowMidnight(first),
  to: new Date(endOfMoscowDay(last).getTime() + 1000),
});

/** Whoever has this file can redeem what it lists. */
export const exportedSheet = (sold: readonly ExportedCode[]): SheetContent => ({
  title: 'Codes',
  headings: ['Order', 'Number', 'PIN', 'Product', 'Title', 'Face', 'Sold', 'Valid until'],
  rows: sold.map((one) => [
    one.orderNumber,
    one.code.number,
    one.code.pin,
    one.productId,
    one.title,
    one.faceKopecks / 100,
    moscowDateTime(one.soldAt),
    one.expiresAt === null ? '' : moscowDay(one.expiresAt),
  ]),
});
