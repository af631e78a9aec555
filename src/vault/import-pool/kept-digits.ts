/** What spreadsheets do to long numbers: they keep fifteen digits and write zeros for the rest. */

const keptDigits = 15;
/** The numbers of a column that are longer than a spreadsheet keeps. */
export interface LongNumbers {
  all: number;
  /** Those that have nothing but zeros after the fifteenth digit. */
  rounded: number;
  /** All these zeros together. */
  zeros: number;
}

export const noLongNumbers = (): LongNumbers => ({ all: 0, rounded: 0, zeros: 0 });

const digitsOnly = /^\d{16,}$/;

export function noteNumber(long: LongNumbers, text: string): void {
  if (text.length <= keptDigits) return;
  const digits = text.replaceAll(/[\s\p{Pd}]/gu, '');
  if (!digitsOnly.test(digits)) return;
  const rest = digits.slice(keptDigits);
  long.all += 1;
  if (!/^0+$/.test(rest)) return;
  long.rounded += 1;
  long.zeros += rest.length;
}

/** True numbers end in three given digits once in a thousand times. */
const fewestZeros = 3;
const fewestOfPart = 10;

/**
 * Whether a spreadsheet rounded the column before it was saved as text. True numbers end in a zero as often as in any other
 * digit: by chance all of three of sixteen digits do so once in a thousand files, one of eighteen digits likewise, and half of
 * ten or more less than twice in a thousand. One or two of sixteen digits say nothing.
 */
export const looksRounded = ({ all, rounded, zeros }: LongNumbers): boolean =>
  zeros >= fewestZeros && (rounded === all || (all >= fewestOfPart && rounded * 2 >= all));
