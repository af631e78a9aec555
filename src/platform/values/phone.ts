/** Phones and digits as people paste them: from contacts, letters, web pages and spreadsheets. */
import { withoutUnseen } from './judge-symbols.ts';

const wideDigits = /[\uFF0B\uFF0D\uFF10-\uFF19]/g;
const wideBy = 0xfee0;
/** Blanks, dashes of any width, the minus sign, brackets, quotation marks, points and strokes around groups of digits. */
const between = /[\s\p{Pd}\u2212().·/"'\p{Pi}\p{Pf}]/gu;

const withoutWide = (text: string): string =>
  text.replaceAll(wideDigits, (sign) => String.fromCharCode(sign.charCodeAt(0) - wideBy));

/** Reduces `12 34 56 78.` or `12–34–56–78` to digits. Other characters stay, so that the caller can refuse them. */
export const plainDigits = (text: string): string =>
  withoutWide(withoutUnseen(text))
    .replaceAll(between, '')
    .replace(/(?<![,;:!])[,;:!]+$/, '');

const label = /^(?:tel|phone|т|тел|телефон|моб)\.?:|^(?:тел|т)\./i;

/**
 * A Russian number as `7XXXXXXXXXX`: `8 (912) …`, `+7 912 …`, `tel:+7912…`, `007912…`, or its ten digits if these can be nothing else
 * (an eight or a seven may begin a number that lost a digit). Null if it is none.
 */
export function readPhone(typed: string): string | null {
  const [text = ''] = withoutUnseen(typed).trim().replace(label, '').split(';', 1);
  const digits = plainDigits(text).replace(/^00(?=7)/, '+');
  const [, plus = '', number = ''] = /^(\+?)(\d{10,11})$/.exec(digits) ?? [];
  if (number.length === 11 && (number.startsWith('7') || number.startsWith('8')))
    return `7${number.slice(1)}`;
  return plus === '' && /^[349]\d{9}$/.test(number) ? `7${number}` : null;
}

/**
 * Any number to call, of a person to talk to: a Russian one as `+7XXXXXXXXXX`, others by their digits as they were typed. Null if it is none.
 */
export function readContactPhone(typed: string): string | null {
  const phone = readPhone(typed);
  if (phone !== null) return `+${phone}`;
  const digits = plainDigits(withoutUnseen(typed).trim().replace(label, ''));
  return /^\+?\d{7,15}$/.test(digits) ? digits : null;
}

/** What is no phone stays what was typed, so that the checks of the field name it. */
export const phoneOr = (typed: string): string => readPhone(typed) ?? typed;
