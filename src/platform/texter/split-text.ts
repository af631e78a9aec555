/** A text as sent: one short message, or parts that the phone joins. */
export interface TextPart {
  /** The text without the header of a part. */
  bytes: Buffer;
  /** SMPP's `data_coding`: 0 is the GSM alphabet, one septet per byte; 8 is UCS-2. */
  coding: 0 | 8;
  /** Part number and count; a text of one part has no header. */
  part: number;
  parts: number;
}

/** Capacity of one message, alone and as a part, in septets (GSM) or UTF-16 units (UCS-2). */
const lengths = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const;
/** The header counts parts in one byte. */
const maxParts = 255;

const gsmAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const escape = 0x1b;
/** Characters of the extension table: an escape, then the septet given here. */
const gsmExtension = new Map<string, number>([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
]);
const gsmSeptets = new Map<string, number[]>([
  ...Array.from(gsmAlphabet, (letter, septet): [string, number[]] => [letter, [septet]]).filter(
    ([, [septet]]) => septet !== escape,
  ),
  ...Array.from(gsmExtension, ([letter, septet]): [string, number[]] => [letter, [escape, septet]]),
]);

/** Splits a text into messages: in the GSM alphabet if possible, otherwise in UCS-2. */
export function splitText(text: string): TextPart[] {
  const letters = Array.from(text);
  const gsm = letters.map((letter) => gsmSeptets.get(letter));
  const isGsm = gsm.every((septets) => septets !== undefined);
  const encoded = isGsm ? gsm.map((septets) => Buffer.from(septets ?? [])) : letters.map(ucs2);
  const unitBytes = isGsm ? 1 : 2;
  const { alone, part } = isGsm ? lengths.gsm : lengths.ucs2;
  const whole = Buffer.concat(encoded);
  const chunks = whole.length <= alone * unitBytes ? [whole] : packed(encoded, part * unitBytes);
  if (chunks.length > maxParts) throw new Error(`A text of ${chunks.length} parts can't be sent.`);
  return chunks.map((bytes, index) => ({
    bytes,
    coding: isGsm ? 0 : 8,
    part: index + 1,
    parts: chunks.length,
  }));
}

export const countParts = (text: string): number => splitText(text).length;

/** A character of two units, such as an emoji or an escaped one, is never split. */
function packed(letters: Buffer[], mostBytes: number): Buffer[] {
  const chunks: Buffer[][] = [[]];
  let length = 0;
  for (const letter of letters) {
    if (length + letter.length > mostBytes) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(letter);
    length += letter.length;
  }
  return chunks.map((chunk) => Buffer.concat(chunk));
}

const ucs2 = (letter: string): Buffer => Buffer.from(letter, 'utf16le').swap16();

/** The header that links the parts of a text; `reference` is the same for all of them. */
export const partHeader = ({ part, parts }: TextPart, reference: number): Buffer =>
  Buffer.from([5, 0, 3, reference & 0xff, parts, part]);
