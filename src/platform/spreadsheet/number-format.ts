/**
 * Formats of a workbook that show other signs than a cell has: `00000000` shows 1234 as 00001234, `"GC-"0` shows it as GC-1234,
 * and `"GC-"@` puts GC- before a text.
 */
import { unescaped } from './workbook-parts.ts';
import { attribute, tagsIn } from './xml-scan.ts';

/** What a format shows of a number, between its texts; of a text, what stands before and after it. */
export interface ShownFormat {
  number: readonly string[] | 'unknown' | null;
  text: readonly [before: string, after: string] | null;
}

/** Stands for a number whose format adds signs in a way that is not supported, so that it is never taken for the shown text. */
export const unreadFormat = '#FORMAT!';

/** The longest that a program lets people write. */
const maxCodeCharacters = 255;
/** One step of a format: a text in quotes, an escaped character, a condition or colour, the word General, or a character. */
const step = /"([^"]*)"|\\(.)|(\[[^\][]*\])|(General)|(.)/gsu;
/** Shown as they are, also without quotes. */
const plainText = /^[-+()/: ]$/;
/** No text of a format is one of these: they hold no character of a file. A digit, and all digits without zeros in front. */
const [zero, digits] = ['\u0000', '\u0001'];
/** A unit behind or before an amount changes no number. */
const unit = /^[\s.]*(?:₽|руб(?:\.|лей|ля|ль)?|р\.?|коп\.?|шт\.?|RUB|RUR|USD|EUR|\$|€|%)[\s.]*$/iu;
const hasSigns = /[\p{L}\p{N}]/u;

function formatOf(code: string): ShownFormat {
  if (code.length > maxCodeCharacters) return { number: null, text: null };
  const sections = sectionsOf(code);
  const forText = sections[3] ?? sections.find((section) => /@/.test(section.replaceAll(step, '$5'))) ?? null;
  return { number: numberFormat(sections[0] ?? ''), text: forText === null ? null : textFormat(forText) };
}

/** Null where the number is shown as it is, but for fractions, thousands, dates and units. */
function numberFormat(section: string): ShownFormat['number'] {
  const pieces: string[] = [];
  let isRead = true;
  for (const [, quoted, escaped, bracket, general, bare] of section.matchAll(step)) {
    if (bare === '0') pieces.push(zero);
    else if (bare === '#' || general !== undefined) {
      // With several runs of digits, the place of the texts between them depends on the number.
      isRead &&= !pieces.includes(zero) && (!pieces.includes(digits) || pieces.at(-1) === digits);
      pieces.push(digits);
    } else if (quoted !== undefined || escaped !== undefined) pieces.push(quoted ?? escaped ?? '');
    else if (bare !== undefined && plainText.test(bare)) pieces.push(bare);
    else isRead &&= bracket !== undefined && !/^\[[<>=]/.test(bracket);
  }
  const texts = pieces.filter((piece) => piece !== zero && piece !== digits);
  const adds = texts.some((piece) => hasSigns.test(piece)) && !unit.test(texts.join(''));
  const zeros = pieces.filter((piece) => piece === zero).length;
  if (!adds) return isRead && zeros > 1 && !pieces.includes(digits) ? pieces : null;
  const inOneRun =
    !pieces.includes(digits) || zeros === 0 || pieces.indexOf(zero) - pieces.lastIndexOf(digits) === 1;
  return isRead && inOneRun && zeros + Number(pieces.includes(digits)) > 0 ? pieces : 'unknown';
}

function textFormat(section: string): ShownFormat['text'] {
  const sides: [string, string] = ['', ''];
  let side = 0;
  for (const [, quoted, escaped, , , bare] of section.matchAll(step)) {
    if (bare === '@') side = 1;
    else sides[side] += quoted ?? escaped ?? (bare !== undefined && plainText.test(bare) ? bare : '');
  }
  return sides.some((text) => hasSigns.test(text)) && side === 1 ? sides : null;
}

const sectionsOf = (code: string): string[] =>
  Array.from(code.matchAll(/(?:"[^"]*"|\\.|[^;"\\])+/gsu), ([section]) => section);

/** A spreadsheet keeps fifteen digits of a longer number and shows zeros for the rest. */
const mostShown = 10 ** 15 - 1;

/** The number in the shape of its format; null: the format does not show it digit by digit. */
export function shownNumber(value: number, pieces: readonly string[]): string | null {
  if (!Number.isInteger(value) || value < 0 || value > mostShown) return null;
  const width = Math.max(1, pieces.filter((piece) => piece === zero).length);
  const shownDigits = String(value).padStart(width, '0');
  let next = shownDigits.length - width + 1;
  let first = true;
  return pieces
    .map((piece, at) => {
      if (piece !== zero && piece !== digits) return piece;
      // `###0` is one run: its last place shows what the others would.
      if (piece === digits && (pieces[at + 1] === digits || pieces[at + 1] === zero)) return '';
      const shown = first ? shownDigits.slice(0, next) : shownDigits.charAt(next++);
      first = false;
      return shown;
    })
    .join('');
}

/** Formats by the index of a cell's style. */
export function shownFormats(styles: string): Map<number, ShownFormat> {
  const codes = new Map<string, ShownFormat>();
  const formats = new Map<number, ShownFormat>();
  let inCellStyles = false;
  let index = 0;
  tagsIn(styles, ({ name, source, opens }) => {
    if (name === 'cellXfs') inCellStyles = opens;
    if (!opens) return;
    if (name === 'numFmt')
      codes.set(attribute(source, 'numFmtId'), formatOf(unescaped(attribute(source, 'formatCode'))));
    if (name !== 'xf' || !inCellStyles) return;
    const format = codes.get(attribute(source, 'numFmtId'));
    if (format !== undefined && (format.number !== null || format.text !== null)) formats.set(index, format);
    index += 1;
  });
  return formats;
}
