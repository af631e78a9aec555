import { kopecksFromRoubles } from './money.ts';

/**
 * Roubles as people write them, in kopecks: `1000`, `1 000`, `1000,50`, `1,000.00`, `1 000 ₽`, `1000 руб.`; null if the
 * text is not an amount. Never negative.
 */
export function readRoubles(text: string): number | null {
  // Digits above the line and in circles are not digits of the amount: `5²` is not 52.
  if (/\p{No}/u.test(text)) return null;
  const amount = text
    .normalize('NFKC')
    .replaceAll(/[\s'’]/g, '')
    .replace(/(₽|руб(\.|лей|ля|ль)?|р\.?|rub\.?)$/i, '');
  if (/^\d+([.,]\d{1,2})?$/.test(amount)) return kopecksFromRoubles(Number(amount.replace(',', '.')));
  // A comma counts as a thousands separator only if a point or a second comma proves it.
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(amount) || /^\d{1,3}(,\d{3}){2,}$/.test(amount)) {
    return kopecksFromRoubles(Number(amount.replaceAll(',', '')));
  }
  return null;
}
