/** The barcode reader for the till's camera, served from our own address: its script and its WebAssembly. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';

const cacheSeconds = 86_400;

interface Asset {
  path: string;
  contentType: string;
  bytes: Buffer;
  etag: string;
}

/** Read once a process: its files don't change. */
let assets: Asset[] | null = null;

export function registerScanner(app: FastifyInstance): void {
  assets ??= readAssets();
  for (const asset of assets) serve(app, asset);
}

function readAssets(): Asset[] {
  const entry = createRequire(import.meta.url).resolve('barcode-detector/ponyfill');
  // The reader needs its own version of zxing-wasm, which is inside the package.
  const wasm = createRequire(entry).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const script = join(dirname(entry), '../iife/ponyfill.js');
  return [
    readAsset('/till/scanner.js', script, 'text/javascript; charset=utf-8'),
    readAsset('/till/scanner.wasm', wasm, 'application/wasm'),
  ];
}

function readAsset(path: string, file: string, contentType: string): Asset {
  const bytes = readFileSync(file);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { path, contentType, bytes, etag };
}

function serve(app: FastifyInstance, { path, contentType, bytes, etag }: Asset): void {
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
