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
  const stream = newStream();
  stream.share(head.markup);
  for (const run of runsOf(body)) {
    if (run.own || run.text.length < leastShared) stream.add(run.text);
    else stream.share(run.text);
  }
  return stream.end();
}

function newStream() {
  const parts: Buffer[] = [header];
  let [checksum, length, own] = [0, 0, ''];

  function flush(): void {
    if (own === '') return;
    const bytes = Buffer.from(own);
    own = '';
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    if (bytes.length >= leastCompressed)
      parts.push(deflateRawSync(bytes, { level: ownLevel, finishFlush: Z_SYNC_FLUSH }));
    else parts.push(storedHeader(bytes.length), bytes);
  }

  return {
    /** What is not remembered. */
    add(text: string): void {
      own += text;
    },
    share(text: string): void {
      flush();
      const part = compressed(text);
      parts.push(part.deflated);
      checksum = joinChecksums(checksum, part);
      length += part.length;
    },
    end(): Buffer {
      flush();
      const trailer = Buffer.allocUnsafe(trailerBytes);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length >>> 0, 4);
      return Buffer.concat([...parts, end, trailer]);
    },
  };
}

/** Of a block that is not compressed. */
function storedHeader(length: number): Buffer {
  const block = Buffer.allocUnsafe(5);
  block[0] = 0;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(maxStoredBytes - length, 3);
  return block;
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
