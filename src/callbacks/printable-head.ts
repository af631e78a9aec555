/** Length of the part of an answer that is kept for people to read. */
export const keptHeadBytes = 200;

const controlPictures = 0x2400;

/**
 * The beginning of a receiver's answer as printable text. Control characters become visible, so that `OK` with a line
 * break differs from `OK`, and an echoed gift link loses its token.
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
