/**
 * What a terminal obeys instead of showing: control characters (C0, C1, DEL), line and paragraph separators, and signs
 * that turn the direction of writing or hide themselves, so that strangers' text could pose as ours.
 */
const unprintable = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text as it may go to a terminal, line breaks and tabs kept: what a terminal would obey is spelt out, as `\u001b`. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(unprintable, spelt);

/** The same for text that has to stay in its line. */
export const printableLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, spelt);

/** JSON whose strings a terminal may show: the same signs in the spelling that JSON itself has for them. */
export const printableJson = (value: unknown): string => JSON.stringify(value).replaceAll(unprintable, spelt);

function spelt(signs: string): string {
  return Array.from({ length: signs.length }, (_, index) => signs.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
