/** Scripts of opened gift pages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const read = (name: string): string => readFileSync(new URL(`./script/${name}.js`, import.meta.url), 'utf8');

/** Each file is a block of its own, so names do not clash. */
const script = ['copy.browser', 'till.browser', 'save-picture.browser', 'keep.browser']
  .map((name) => `{\n${read(name)}}\n`)
  .join('');
const worker = read('offline-worker');

const version = createHash('sha256').update(script).digest('base64url').slice(0, 12);

/** Scripts of the opened page. The address changes with the content, so it may be cached forever. */
export const scriptPath = `/gift-page/${version}.js`;

const cacheSeconds = 365 * 86_400;

/** The service worker is below `/g/`, so that its scope is gifts only. */
export async function servePageScripts(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  scope.get(scriptPath, (_request, reply) =>
    reply.headers({ ...headers, 'cache-control': `public, max-age=${cacheSeconds}, immutable` }).send(script),
  );
  scope.get('/g/offline.js', (_request, reply) =>
    reply
      .headers({
        ...headers,
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      .send(worker),
  );
}
