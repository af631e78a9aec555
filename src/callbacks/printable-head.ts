/** First bytes of an answer that are kept for people to look at. */
export const keptHeadBytes = 200;

const controlPictures = 0x2400;

/**
 * The first bytes of a receiver's answer as text that can be stored and shown: control characters become their
 * pictures, so that `OK` followed by a line break is told from `OK`, and an echoed gift link loses its token.
 */
export function printableHead(bytes: Buffer): string {
  return bytes
    .subarray(0, keptHeadBytes)
    .toString('utf8')
    .replace(/\p{C}/gu, (control) =>
      control < ' ' ? String.fromCharCode(controlPictures + control.charCodeAt(0)) : '\ufffd',
    )
    .replace(/((?:\\?\/|%2F)g(?:\\?\/|%2F))[\w-]+/gi, '$1…');
}
