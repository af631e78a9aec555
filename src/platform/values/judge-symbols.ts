/** Judges the number or PIN of a code, in the same way wherever codes come in. */

export type SymbolsName = 'number' | 'PIN';

/** Why a text is no number or PIN (symbol-texts.ts). It names a sign by its code point, and never quotes the text. */
type SymbolsFault =
  | { is: 'unseen' | 'digit' | 'unusual' | 'alphabets'; sign: string }
  | { is: 'exponent' | 'decimal' | 'rounded' | 'negative' }
  | { is: 'too-long'; most: number };

export type ReadSymbols = { is: 'read'; value: string } | { is: 'wrong'; fault: SymbolsFault };

const longest: Record<SymbolsName, number> = { number: 255, PIN: 64 };

/** Spreadsheets keep fifteen digits, so of a longer number the last ones prove nothing. */
const leastRounded = 1e15;

/**
 * Judges a number or a PIN exactly as it came; only white space around it is taken off. `asGiven`: somebody has looked and says that
 * it is meant like this. What nobody can see or type is refused even then.
 */
export function readSymbols(what: SymbolsName, given: string | number, asGiven = false): ReadSymbols {
  const value = typeof given === 'number' ? String(given) : trimmed(given);
  const fault =
    (typeof given === 'number' ? faultOfAmount(given) : null) ?? faultOfText(value, longest[what], asGiven);
  return fault === null ? { is: 'read', value } : { is: 'wrong', fault };
}

/** Like `trim`, which would also take off U+FEFF: nobody sees it, so it is named instead. */
const trimmed = (text: string): string =>
  text.includes('\uFEFF') ? text.replace(/^[\s--\uFEFF]+/v, '').replace(endSpace, '') : text.trim();
const endSpace = /(?<![\s--\uFEFF])[\s--\uFEFF]+$/v;

function faultOfAmount(amount: number): SymbolsFault | null {
  if (!Number.isInteger(amount)) return { is: 'decimal' };
  if (amount < 0) return { is: 'negative' };
  if (amount < leastRounded) return null;
  return { is: 'rounded' };
}

function faultOfText(text: string, most: number, asGiven: boolean): SymbolsFault | null {
  if (isPlain.test(text) && text.length <= most) return faultOfForm(text);
  if (text.length > most) return { is: 'too-long', most };
  const unseen = unseenSign.exec(text);
  if (unseen !== null) return { is: 'unseen', sign: nameOf(unseen[0]) };
  const digit = foreignDigit.exec(text);
  if (digit !== null) return { is: 'digit', sign: nameOf(digit[0]) };
  return faultOfForm(text) ?? (asGiven ? null : (faultOfSigns(text) ?? faultOfAlphabets(text)));
}

/** Most codes. */
const isPlain = /^[\x20-\x7e]*$/;

/** Control, format, private, unassigned, half and default-ignorable signs, breaks of lines, the sign for what was lost, and blank ones. */
const unseenSign = /[\p{C}\p{DI}\p{Zl}\p{Zp}\uFFFC\uFFFD\u2800]/v;
/** What is left of a number that is looked for, not loaded. */
export const withoutUnseen = (text: string): string => text.replace(unseenSigns, '');
const unseenSigns = new RegExp(unseenSign.source, 'gv');
const foreignDigit = /[\p{N}--[0-9]]/v;

/** Numbers that were amounts to some program on their way: their zeros or last digits are lost. */
function faultOfForm(text: string): SymbolsFault | null {
  if (!/\d[.,eEеЕ]/u.test(text)) return null;
  const tight = text.replaceAll(/\s/gu, '');
  if (exponent.test(tight)) return { is: 'exponent' };
  return amount.test(tight) ? { is: 'decimal' } : null;
}

/** `4,27E+15`, `7.7E15` (as Java writes it), also with the Cyrillic letter; `12E45` may be a code. */
const exponent = /^[\-+]?(?:\d+(?:[.,]\d*)?[EЕ][\-+]\d{1,3}|\d+[.,]\d*[EЕ]\d{1,3})$/iv;
/** `770011220001.0`, `12,50`, and `770,011,220,001` in the groups of a number format. */
const amount = /^[\-+]?(?:\d+[.,](?:\d{1,2}|0+)|\d{1,3}(?:,\d{3})+)$/v;

function faultOfSigns(text: string): SymbolsFault | null {
  for (const sign of text.normalize('NFC'))
    if (!usual.test(sign) || (sign.normalize('NFKC') !== sign && !known.test(sign)))
      return { is: 'unusual', sign: nameOf(sign) };
  return null;
}

/** Other forms of usual signs that are usual themselves. */
const known = /[\p{Zs}\p{Dash}№\uff21-\uff3a\uff41-\uff5a]/v;
/** Latin letters are A to Z alone, also wide ones: others look like them or come from a wrong encoding. */
const alphabets = [
  /[A-Za-z\uff21-\uff3a\uff41-\uff5a]/v,
  ...[
    'Cyrillic',
    'Greek',
    'Armenian',
    'Georgian',
    'Hebrew',
    'Arabic',
    'Thai',
    'Hangul',
    'Han',
    'Devanagari',
  ].map((script) => new RegExp(`[\\p{Script=${script}}&&\\p{L}]`, 'v')),
];
const usual = new RegExp(
  `[\\x20-\\x7e№\\p{Zs}\\p{Dash}${alphabets.map(({ source }) => source).join('')}]`,
  'v',
);

function faultOfAlphabets(text: string): SymbolsFault | null {
  let first: RegExp | undefined;
  for (const sign of text.normalize('NFC')) {
    const alphabet = alphabets.find((one) => one.test(sign));
    first ??= alphabet;
    if (alphabet !== undefined && alphabet !== first) return { is: 'alphabets', sign: nameOf(sign) };
  }
  return null;
}

/** `U+200B` */
const nameOf = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
