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
  const septets = gsmBytes(text);
  const bytes = septets ?? Buffer.from(text, 'utf16le').swap16();
  const chunks = septets === null ? ucs2Chunks(bytes, text) : gsmChunks(bytes);
  if (chunks.length > maxParts) throw new Error(`A text of ${chunks.length} parts can't be sent.`);
  return chunks.map((chunk, index) => ({
    bytes: chunk,
    coding: septets === null ? 8 : 0,
    part: index + 1,
    parts: chunks.length,
  }));
}

export const countParts = (text: string): number => splitText(text).length;

/** Null if a character is not in the alphabet. */
function gsmBytes(text: string): Buffer | null {
  const bytes: number[] = [];
  for (const letter of text) {
    const septets = gsmSeptets.get(letter);
    if (septets === undefined) return null;
    bytes.push(...septets);
  }
  return Buffer.from(bytes);
}

/** An escape is not separated from the septet behind it. */
const gsmChunks = (bytes: Buffer): Buffer[] =>
  cut(bytes, { ...lengths.gsm, unitBytes: 1, isOpenBefore: (at) => bytes[at - 1] === escape });

/** The two units of a character such as an emoji are not separated. */
const ucs2Chunks = (bytes: Buffer, text: string): Buffer[] =>
  cut(bytes, {
    ...lengths.ucs2,
    unitBytes: 2,
    isOpenBefore: (at) => isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at)),
  });

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

interface Cutting {
  /** Units that fit into one message, and into a part of several. */
  alone: number;
  part: number;
  unitBytes: number;
  /** Whether a cut before this unit would be within a character. */
  isOpenBefore: (at: number) => boolean;
}

function cut(bytes: Buffer, { alone, part, unitBytes, isOpenBefore }: Cutting): Buffer[] {
  const units = bytes.length / unitBytes;
  if (units <= alone) return [bytes];
  const chunks: Buffer[] = [];
  for (let from = 0; from < units;) {
    const full = Math.min(from + part, units);
    const to = full < units && isOpenBefore(full) ? full - 1 : full;
    chunks.push(bytes.subarray(from * unitBytes, to * unitBytes));
    from = to;
  }
  return chunks;
}

/** The header that links the parts of a text; `reference` is the same for all of them. */
export const partHeader = ({ part, parts }: TextPart, reference: number): Buffer =>
  Buffer.from([5, 0, 3, reference & 0xff, parts, part]);
