/**
 * Characters that a terminal interprets instead of showing: control characters (C0, C1, DEL), line and paragraph
 * separators, and invisible or direction-changing characters, by which foreign text could imitate ours.
 */
const unprintable = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text that is safe for a terminal, with line breaks and tabs: other such characters are escaped as `\u001b`. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(unprintable, spelt);

/** The same for text in a single line. */
export const printableLine = (text: string): string => printable(text).replaceAll(/[\n\t]/g, spelt);

/** JSON that is safe for a terminal: such characters are escaped as in JSON. */
export const printableJson = (value: unknown): string => JSON.stringify(value).replaceAll(unprintable, spelt);

function spelt(signs: string): string {
  return Array.from({ length: signs.length }, (_, index) => signs.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
