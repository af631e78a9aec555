/** The barcode reader for the till's camera, served from our own address: its script and its WebAssembly. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';

const cacheSeconds = 86_400;

export function registerScanner(app: FastifyInstance): void {
  const entry = createRequire(import.meta.url).resolve('barcode-detector/ponyfill');
  // The reader needs its own version of zxing-wasm, which is inside the package.
  const wasm = createRequire(entry).resolve('zxing-wasm/reader/zxing_reader.wasm');
  serve(
    app,
    '/till/scanner.js',
    join(dirname(entry), '../iife/ponyfill.js'),
    'text/javascript; charset=utf-8',
  );
  serve(app, '/till/scanner.wasm', wasm, 'application/wasm');
}

function serve(app: FastifyInstance, path: string, file: string, contentType: string): void {
  const bytes = readFileSync(file);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  app.get(path, (request, reply) => {
    void reply.headers({
      'cache-control': `public, max-age=${cacheSeconds}`,
      'content-type': contentType,
      'cross-origin-resource-policy': 'same-origin',
      etag,
      'x-content-type-options': 'nosniff',
    });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes);
  });
}
