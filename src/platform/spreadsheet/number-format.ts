/** Formats of a workbook that show more digits than a number has: `00000000` shows 1234 as 00001234. */
import { unescaped } from './workbook-parts.ts';
import { attribute, tagsIn } from './xml-scan.ts';

/** A format with two zeros or more, and what it shows between them. */
export type ZeroFormat = readonly string[];

/** The longest that a program lets people write. */
const maxCodeCharacters = 255;
/** One step of a format: a text in quotes, an escaped character, a condition or colour, or a character. */
const step = /"([^"]*)"|\\(.)|\[[^\]]*\]|(.)/gsu;
/** Shown as they are, also without quotes. */
const plainText = /^[-+()/: ]$/;

/** Null where the format fills no zeros in, or says more than this reader shows: fractions, thousands, dates. */
function zeroFormat(code: string): ZeroFormat | null {
  if (code.length > maxCodeCharacters) return null;
  const pieces: string[] = [];
  for (const [whole, quoted, escaped, bare] of firstSection(code).matchAll(step)) {
    if (bare === '0') pieces.push(zero);
    else if (quoted !== undefined || escaped !== undefined) pieces.push(quoted ?? escaped ?? '');
    else if (bare !== undefined && plainText.test(bare)) pieces.push(bare);
    else if (!whole.startsWith('[')) return null;
  }
  return pieces.filter((piece) => piece === zero).length > 1 ? pieces : null;
}

/** No text of a format is this: it holds no character of a file. */
const zero = '\u0000';

const firstSection = (code: string): string => /^(?:"[^"]*"|\\.|[^;"\\])*/su.exec(code)?.[0] ?? '';

/** Of a longer number a spreadsheet keeps fifteen digits, and shows zeros for the others. */
const mostShown = 10 ** 15 - 1;

/** As the format shows it; null: a number that it does not show digit by digit. */
export function shownNumber(value: number, format: ZeroFormat): string | null {
  if (!Number.isInteger(value) || value < 0 || value > mostShown) return null;
  const width = format.filter((piece) => piece === zero).length;
  const digits = String(value).padStart(width, '0');
  let next = digits.length - width + 1;
  let first = true;
  return format
    .map((piece) => {
      if (piece !== zero) return piece;
      const shown = first ? digits.slice(0, next) : digits.charAt(next++);
      first = false;
      return shown;
    })
    .join('');
}

/** By the index of a cell's style. */
export function zeroFormats(styles: string): Map<number, ZeroFormat> {
  const codes = new Map<string, ZeroFormat | null>();
  const formats = new Map<number, ZeroFormat>();
  let inCellStyles = false;
  let index = 0;
  tagsIn(styles, ({ name, source, opens }) => {
    if (name === 'cellXfs') inCellStyles = opens;
    if (!opens) return;
    if (name === 'numFmt')
      codes.set(attribute(source, 'numFmtId'), zeroFormat(unescaped(attribute(source, 'formatCode'))));
    if (name !== 'xf' || !inCellStyles) return;
    const format = codes.get(attribute(source, 'numFmtId'));
    if (format) formats.set(index, format);
    index += 1;
  });
  return formats;
}
