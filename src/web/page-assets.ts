/** The style sheet of all pages. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { wholeStyle } from './styles.ts';

const name = `${createHash('sha256').update(wholeStyle).digest('base64url').slice(0, 12)}.css`;
const cacheSeconds = 365 * 86_400;

/** The address changes with the content, so it may be cached forever. */
export const stylePath = `/web/${name}`;

const compressed = gzipSync(wholeStyle);

/** Serves the style sheet of all pages. During an update pages of another version find ours at its own address. */
export function servePageAssets(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/web/:name', (request, reply) => {
    if (!request.params.name.endsWith('.css')) return reply.callNotFound();
    const isOurs = request.params.name === name;
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    return reply
      .headers({
        ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
        vary: 'accept-encoding',
        'cache-control': isOurs ? `public, max-age=${cacheSeconds}, immutable` : 'no-store',
        'content-type': 'text/css; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(takesGzip ? compressed : wholeStyle);
  });
}
