import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page, PageHead } from './frame.ts';
import { privatePageHeaders } from './page-headers.ts';
import { sendPage } from './send-page.ts';

/** Where the body is as small as the level above would make it, but for a few bytes. */
const bodyLevel = 3;
const headLevel = 9;
/** Gzip's own header: deflate, no name, no time, any system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const trailerBytes = 8;

/**
 * Sends a page compressed, to browsers that accept it. Only for pages that contain nothing of the request: a secret could
 * be guessed from the length of a page that repeats what somebody else makes the browser send (BREACH).
 */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  void reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'] ?? '')) return sendPage(reply, page);
  return reply
    .headers(privatePageHeaders(page.needs))
    .type('text/html; charset=utf-8')
    .header('content-encoding', 'gzip')
    .send(gzipPage(page));
}

const acceptsGzip = (header: string): boolean =>
  header.split(',').some((part) => /^\s*(?:gzip|\*)\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(part));

/** The compressed head and the body behind it are one stream: its parts end at a byte, and the checksum goes on. */
export function gzipPage({ head, body }: Page): Buffer {
  const { deflated, checksum, length } = compressedHead(head);
  const bytes = Buffer.from(body);
  const trailer = Buffer.allocUnsafe(trailerBytes);
  trailer.writeUInt32LE(crc32(bytes, checksum), 0);
  trailer.writeUInt32LE((length + bytes.length) >>> 0, 4);
  return Buffer.concat([gzipHeader, deflated, deflateRawSync(bytes, { level: bodyLevel }), trailer]);
}

interface CompressedHead {
  deflated: Buffer;
  checksum: number;
  /** Before it was compressed. */
  length: number;
}

const compressedHeads = new WeakMap<PageHead, CompressedHead>();

function compressedHead(head: PageHead): CompressedHead {
  const known = compressedHeads.get(head);
  if (known !== undefined) return known;
  const bytes = Buffer.from(head.markup);
  const made = {
    deflated: deflateRawSync(bytes, { level: headLevel, finishFlush: constants.Z_SYNC_FLUSH }),
    checksum: crc32(bytes),
    length: bytes.length,
  };
  compressedHeads.set(head, made);
  return made;
}
