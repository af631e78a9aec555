/** The basket that a holder has not confirmed yet. It is in the page's address, so that no script, cookie or table is needed. */
import { mostLines, type ExchangeLine } from '../../../orders/exchange/exchange.ts';

const lineForm = /^([1-9]\d{0,14})-([1-9]\d{0,11})$/;

/** Reads only what can be a line: anybody can make up such an address. */
export function basketIn(text: unknown): ExchangeLine[] {
  if (typeof text !== 'string') return [];
  const lines = text.split('.').flatMap((part) => {
    const [, productId, faceKopecks] = lineForm.exec(part) ?? [];
    return productId === undefined
      ? []
      : [{ productId: Number(productId), faceKopecks: Number(faceKopecks) }];
  });
  return lines.slice(0, mostLines);
}

/** `2001-50000.2002-100000`: products with their faces in kopecks. */
export const basketText = (lines: ExchangeLine[]): string =>
  lines.map(({ productId, faceKopecks }) => `${productId}-${faceKopecks}`).join('.');

export const sumOf = (lines: ExchangeLine[]): number =>
  lines.reduce((sum, { faceKopecks }) => sum + faceKopecks, 0);
