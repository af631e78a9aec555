import { randomInt } from 'node:crypto';

/** Makes one random number or PIN. */
export type CodeForm = () => string;

/** Letters and digits that are not misread on paper. */
const clearSymbols = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const digits =
  (count: number): CodeForm =>
  () =>
    symbols('0123456789', count);

/** Groups of unambiguous characters after a prefix, such as `TS-7KQ2-M9XA`. */
export const groups =
  (prefix: string, count: number, size: number): CodeForm =>
  () =>
    [prefix, ...Array.from({ length: count }, () => symbols(clearSymbols, size))].join('-');

/** Without dashes, such as `KB7KQ2M9XA`. */
export const solid =
  (prefix: string, size: number): CodeForm =>
  () =>
    `${prefix}${symbols(clearSymbols, size)}`;

/** An EAN-13 of the range for internal use (20–29), with its check digit. */
export const ean13: CodeForm = () => {
  const body = `2${digits(11)()}`;
  return `${body}${ean13CheckDigit(body)}`;
};

/** Weights are 1, 3, 1, 3 … over the first twelve digits. */
export function ean13CheckDigit(body: string): number {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

export const noPin: CodeForm = () => '';

/** This many different numbers. */
export function distinct(form: CodeForm, count: number): string[] {
  const made = new Set<string>();
  while (made.size < count) made.add(form());
  return [...made];
}

function symbols(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
