/** The text of an answer: unpacked and decoded as its sender says, or why it cannot be read. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Unreadable =
  | { is: 'unknown-packing' | 'other-packing' | 'unknown-charset' | 'two-charsets' }
  | { is: 'unpacks-too-large'; most: number }
  | { is: 'other-charset'; charset: string };

export type TextAnswer = { is: 'text'; text: string } | { is: 'unreadable'; reason: Unreadable };

/** What `accept-encoding` may ask for. */
export const readEncodings = 'gzip, deflate, br';

/** Packed twice is an attack or a mistake. */
const maxEncodings = 1;

export interface ReadLimits {
  /** Limit of the answer after unpacking. */
  maxBytes: number;
}

/** Reads the body of a whole answer. A sender that contradicts itself, or its own bytes, is not guessed at. */
export function readText(
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
  limits: ReadLimits,
): TextAnswer {
  const unpacked = unpack(String(headers['content-encoding'] ?? ''), body, limits);
  return Buffer.isBuffer(unpacked) ? decode(String(headers['content-type'] ?? ''), unpacked) : unpacked;
}

const unreadable = (reason: Unreadable): Extract<TextAnswer, { is: 'unreadable' }> => ({
  is: 'unreadable',
  reason,
});

function unpack(encoding: string, body: Buffer, { maxBytes }: ReadLimits): Buffer | TextAnswer {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [name] = names;
  if (name === undefined || body.length === 0) return body;
  const unpackers = unpackersOf[name];
  if (names.length > maxEncodings || unpackers === undefined) return unreadable({ is: 'unknown-packing' });
  for (const unpacker of unpackers) {
    try {
      return unpacker(body, { maxOutputLength: maxBytes });
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        return unreadable({ is: 'unpacks-too-large', most: maxBytes });
    }
  }
  return unreadable({ is: 'other-packing' });
}

/** Some servers send `deflate` without the frame that it should have. */
const unpackersOf: Record<string, ((body: Buffer, options: { maxOutputLength: number }) => Buffer)[]> = {
  gzip: [gunzipSync],
  'x-gzip': [gunzipSync],
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
  zstd: [zstdDecompressSync],
};

/** A byte order mark decides; else the header and the XML declaration, which must agree; else it is UTF-8. */
function decode(contentType: string, body: Buffer): TextAnswer {
  const marked = markOf(body);
  const declared = [charsetOf(contentType), marked === null ? xmlEncodingOf(body) : null].filter(
    (label) => label !== null,
  );
  const charsets = new Set(marked === null ? declared.map(decoderName) : [marked]);
  if (charsets.has(null)) return unreadable({ is: 'unknown-charset' });
  if (charsets.size > 1 && !isAscii(body)) return unreadable({ is: 'two-charsets' });
  const [charset = 'utf-8'] = [...charsets] as string[];
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(body);
    return hasStrayControls.test(text) ? unreadable({ is: 'other-charset', charset }) : { is: 'text', text };
  } catch {
    return unreadable({ is: 'other-charset', charset });
  }
}

/** Bytes that a charset leaves open become these, for instance 0x98 of windows-1251. */
// oxlint-disable-next-line no-control-regex
const hasStrayControls = /[\u0080-\u009F]/;

const isAscii = (body: Buffer): boolean => body.every((byte) => byte < 0x80);

function markOf(body: Buffer): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : null;
}

const charsetOf = (contentType: string): string | null =>
  /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType.slice(0, 200))?.[1] ?? null;

const xmlEncodingOf = (body: Buffer): string | null =>
  /^\s*<\?xml\b[^>]{0,80}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    body.subarray(0, 200).toString('latin1'),
  )?.[1] ?? null;

/** Names that servers use and the standard does not list. */
const aliases: Record<string, string> = {
  'win-1251': 'windows-1251',
  'cp-1251': 'windows-1251',
  windows1251: 'windows-1251',
  '1251': 'windows-1251',
  koi8r: 'koi8-r',
  utf_8: 'utf-8',
  cp866: 'ibm866',
};

/** Null: no such charset. */
function decoderName(label: string): string | null {
  const name = label.toLowerCase();
  try {
    return new TextDecoder(aliases[name] ?? name).encoding;
  } catch {
    return null;
  }
}
