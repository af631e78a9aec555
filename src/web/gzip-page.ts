/** Compresses a page: what many share once, what is one person's with each answer. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { runsOf } from '../platform/text/own.ts';
import { joinChecksums, shiftOf } from './join-checksums.ts';
import type { Page } from './frame.ts';

/** What pages share is compressed once, hard. */
const sharedLevel = 9;
/** Where the rest is as small as the level above would make it, but for a few bytes. */
const ownLevel = 3;
/** Shorter texts stay as they are: setting up the compression would take longer than all else for the page. */
const leastCompressed = 2048;
/** A shorter shared run is not worth a place of its own between what is not shared: finding it costs more than sending it. */
const leastShared = 150;
const maxStoredBytes = 65_535;
const { Z_SYNC_FLUSH } = constants;

/** Gzip's own header: deflate, no name, no time, any system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block. */
const end = Buffer.from([3, 0]);
const trailerBytes = 8;
/** Size of the header of a stored (uncompressed) block. */
const blockBytes = 5;
/** The most bytes that one JavaScript character can take. */
const maxUtf8Bytes = 3;

interface Compressed {
  deflated: Buffer;
  checksum: number;
  /** For `joinChecksums`. */
  shift: number;
  /** Before it was compressed. */
  length: number;
}

/** Heads, and runs that many gifts share; a head has 20 kB and becomes 4. */
const maxKeptCharacters = 4_000_000;
const shared = new LRUCache<string, Compressed>({
  maxSize: maxKeptCharacters,
  sizeCalculation: ({ deflated }, text) => text.length + deflated.length,
});

/**
 * One stream of parts that end at a byte, over which the checksum goes on: what is marked as one person's own is compressed
 * alone or not at all, and never remembered; what lies between is compressed once for all pages that say the same.
 */
export function gzipPage({ head, body }: Page): Buffer {
  const parts: Part[] = [compressed(head.markup)];
  let own = '';
  for (const run of runsOf(body)) {
    if (run.own || run.text.length < leastShared) {
      own += run.text;
      continue;
    }
    if (own !== '') parts.push(own);
    own = '';
    parts.push(compressed(run.text));
  }
  if (own !== '') parts.push(own);
  return streamOf(parts);
}

/** A text is not remembered. */
type Part = string | Compressed;

function streamOf(parts: readonly Part[]): Buffer {
  const stream = Buffer.allocUnsafe(mostBytes(parts));
  let at = header.copy(stream);
  let [checksum, length] = [0, 0];
  for (const part of parts) {
    if (typeof part === 'string') {
      const written = writeOwn(stream, at, part, checksum);
      checksum = written.checksum;
      length += written.length;
      at = written.end;
    } else {
      at += part.deflated.copy(stream, at);
      checksum = joinChecksums(checksum, part);
      length += part.length;
    }
  }
  at += end.copy(stream, at);
  at = stream.writeUInt32LE(checksum, at);
  return stream.subarray(0, stream.writeUInt32LE(length >>> 0, at));
}

function mostBytes(parts: readonly Part[]): number {
  let most = header.length + end.length + trailerBytes;
  for (const part of parts)
    most += typeof part === 'string' ? mostOwnBytes(part.length * maxUtf8Bytes) : part.deflated.length;
  return most;
}

/** Nor does a text that cannot be compressed take more: of each 16 kB five bytes, and as many for the flush. */
const mostOwnBytes = (length: number): number => length + (length >>> 10) + 2 * blockBytes;

/** Behind its head as a block that is not compressed; a long text takes less, compressed. */
function writeOwn(stream: Buffer, at: number, text: string, before: number) {
  const begin = at + blockBytes;
  const length = stream.write(text, begin);
  const bytes = stream.subarray(begin, begin + length);
  const checksum = crc32(bytes, before);
  if (length >= leastCompressed) {
    const deflated = deflateRawSync(bytes, { level: ownLevel, finishFlush: Z_SYNC_FLUSH });
    return { checksum, length, end: at + deflated.copy(stream, at) };
  }
  stream[at] = 0;
  stream.writeUInt16LE(length, at + 1);
  stream.writeUInt16LE(maxStoredBytes - length, at + 3);
  return { checksum, length, end: begin + length };
}

function compressed(text: string): Compressed {
  const known = shared.get(text);
  if (known !== undefined) return known;
  const bytes = Buffer.from(text);
  const made = {
    deflated: deflateRawSync(bytes, { level: sharedLevel, finishFlush: Z_SYNC_FLUSH }),
    checksum: crc32(bytes),
    shift: shiftOf(bytes.length),
    length: bytes.length,
  };
  shared.set(text, made);
  return made;
}
