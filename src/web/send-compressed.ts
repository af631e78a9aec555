import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './frame.ts';
import { gzipPage } from './gzip-page.ts';
import { privatePageHeaders } from './page-headers.ts';
import { sendPage } from './send-page.ts';

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
