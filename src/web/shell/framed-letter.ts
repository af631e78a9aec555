/** A letter as its reader sees it, in a frame of one of our pages. */
import type { FastifyReply } from 'fastify';
import { safeUrl } from '../../platform/text/html.ts';
import { privatePageHeaders } from '../page-headers.ts';

export interface FramedLetter {
  html: string;
  pictureUrl: string | null;
  /** The page around it sees what came. Nothing of the letter runs there either. */
  isSeenByPage?: true;
}

export const sendLetter = (
  reply: FastifyReply,
  { html, pictureUrl, isSeenByPage }: FramedLetter,
): FastifyReply =>
  reply
    .headers({
      ...privatePageHeaders({ framed: true }),
      'content-security-policy': `${letterPolicy(pictureUrl)}${isSeenByPage === true ? ' allow-same-origin' : ''}`,
    })
    .type('text/html; charset=utf-8')
    .send(html);

/** Letters have styles in place, and nothing of theirs may run. */
function letterPolicy(pictureUrl: string | null): string {
  const picture = safeUrl(pictureUrl);
  const origin = picture === null ? '' : ` ${new URL(picture).origin}`;
  return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:${origin}; frame-ancestors 'self'; sandbox`;
}
