/** The form in which numbers are compared. They are stored and shown as they were given. */
import { asLatinLetters } from '../platform/text/look-alikes.ts';

/**
 * Normal form of a number: white space, dashes, letter case, wide letters and signs that nobody sees do not matter, and letters of other
 * alphabets are those that they look like. 0 and O, 1 and l stay different.
 */
export function normaliseNumber(number: string): string {
  if (isNormal.test(number)) return number;
  if (isAscii.test(number)) return number.replaceAll(/[ \-]/gv, '').toUpperCase();
  const bare = number.normalize('NFKC').replace(ignored, '');
  // What stood between a letter and its accent is gone now.
  return asLatinLetters(bare.normalize('NFKC').toUpperCase());
}

/** The form before look-alikes and unseen signs were known. Codes that have not been compared since are found by it. */
export function formerNumber(number: string): string {
  if (isAscii.test(number)) return normaliseNumber(number);
  return number
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** The usual form of a number. */
const isNormal = /^[0-9A-Z]*$/;
const isAscii = /^[\x20-\x7e]*$/;
const ignored = /[\s\p{Dash}\p{DI}\p{Cc}\p{Cf}\u2800]/gv;
