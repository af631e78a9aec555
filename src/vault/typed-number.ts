/** Finds what a typed or scanned number may mean. */
import { onLatinKeys, onRussianKeys } from '../platform/text/keyboard.ts';
import { hasEanCheckDigit } from '../platform/values/ean.ts';
import { withoutUnseen } from '../platform/values/judge-symbols.ts';
import { normaliseNumber } from './compared-number.ts';
import { isPlatformNumber, meantNumber } from './platform-number.ts';

/** Each is looked for, so what is typed may guess at so many numbers at once. */
const mostReadings = 6;

/**
 * The readings of a typed number, as it stands first: without what scanners put around it, by the other keyboard layout, and an EAN-13
 * beside the UPC-A that it may be read as. All of them are looked for; the first that is known is meant.
 */
export function readingsOf(typed: string): string[] {
  const seen = withoutUnseen(typed).trim();
  const forms = [seen, ...(hasRussian.test(seen) ? [onLatinKeys(seen)] : [])];
  const bare = forms.flatMap((form) => [form, withoutFrame(form)]);
  const readings = new Map<string, string>();
  for (const reading of [typed.trim(), ...bare, ...bare.flatMap(otherEan), ...bare.flatMap(byRussianKeys)]) {
    const compared = normaliseNumber(reading);
    if (compared !== '' && readings.size < mostReadings && !readings.has(compared))
      readings.set(compared, reading);
  }
  return [...readings.values()];
}

const hasRussian = /[а-яё№]/iu;

/** Removes the mark of the symbology (`]C1`), the stars of Code 39, and the sign for «number». */
const withoutFrame = (text: string): string =>
  text
    .replace(/^\][a-z]\d/iv, '')
    .replace(/^\*(.+)\*$/v, '$1')
    .replace(/^[№#]\s*/v, '');

/** A scanner may take an EAN-13 that begins with 0 for a UPC-A, and add or drop that zero. */
function otherEan(text: string): string[] {
  const digits = text.replaceAll(/[ \-]/gv, '');
  if (!/^(?:\d{12}|0\d{12})$/v.test(digits) || !hasEanCheckDigit(digits.padStart(13, '0'))) return [];
  return [digits.length === 12 ? `0${digits}` : digits.slice(1)];
}

/** A number in Russian letters that was scanned with a Latin layout; those that the platform makes have none. */
function byRussianKeys(text: string): string[] {
  if (!/[a-z]/iv.test(text) || hasRussian.test(text) || isPlatformNumber(normaliseNumber(meantNumber(text))))
    return [];
  return [onRussianKeys(text)];
}
