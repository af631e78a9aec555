/** Keeps JSON numbers that a JavaScript number would change as they were sent. */

/** A number as it was sent; `JSON.stringify` writes it unchanged. */
export interface SentNumber {
  readonly rawJSON: string;
}

/** ECMAScript has both; the types that we compile with don't know them yet. */
const json = JSON as typeof JSON & {
  rawJSON(text: string): SentNumber;
  isRawJSON(value: unknown): value is SentNumber;
};

export const isSentNumber = (value: unknown): value is SentNumber => json.isRawJSON(value);

/** Parses JSON as `JSON.parse` does, except that numbers which that would round are `SentNumber`s. */
export function parseSent(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayLoseDigits.test(text) ? JSON.parse(text, keepAsSent) : value;
}

/** Sixteen digits or an exponent, also inside strings. Nearly no order has any, so nearly all are parsed only once. */
const mayLoseDigits = /[\d.]{16}|[:,[]\s*-?[\d.]+e/i;

/** From here on whole numbers have more digits than every program keeps. */
export const firstLongNumber = 1e15;

function keepAsSent(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number') return value;
  const isKept = Math.abs(value) < firstLongNumber && isSameNumber(source, String(value));
  return isKept ? value : json.rawJSON(source);
}

const numberForm = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Whether two texts are the same decimal number, but for the sign. */
const isSameNumber = (one: string, other: string): boolean => normalForm(one) === normalForm(other);

function normalForm(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = numberForm.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutEndZeros(digits);
  const scale = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${significant}e${scale}`;
}

function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The same value with numbers as `JSON.parse` gives them. */
export const rounded = (value: unknown): unknown => (isSentNumber(value) ? Number(value.rawJSON) : value);

/** JSON of what `JSON.parse` would have given. */
export const roundedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => rounded(part));
