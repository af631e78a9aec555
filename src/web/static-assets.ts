/** Serves the files of a folder from memory. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};
const maxFolderBytes = 20_000_000;
const cacheSeconds = 3600;

/**
 * Serves the files of one folder (without subfolders) under a prefix that ends with `/`. They are read once at the
 * start and found by exact name, so no path can leave the folder.
 */
export function serveAssets(app: FastifyInstance, prefix: string, folder: string): void {
  const files = readAssets(folder);
  app.get<{ Params: { name: string } }>(`${prefix}:name`, (request, reply) => {
    const file = files.get(request.params.name);
    if (file === undefined) return reply.callNotFound();
    void reply.headers({
      'cache-control': `public, max-age=${cacheSeconds}`,
      // An SVG opened on its own is a document, and must not run scripts.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': file.contentType,
      'cross-origin-resource-policy': 'cross-origin',
      etag: file.etag,
      'x-content-type-options': 'nosniff',
    });
    return request.headers['if-none-match'] === file.etag ? reply.code(304).send() : reply.send(file.bytes);
  });
}

interface Asset {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

function readAssets(folder: string): Map<string, Asset> {
  const files = new Map<string, Asset>();
  let total = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const bytes = readFileSync(join(folder, entry.name));
    total += bytes.length;
    if (total > maxFolderBytes) throw new Error(`The assets in ${folder} exceed ${maxFolderBytes} bytes.`);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    files.set(entry.name, { bytes, contentType, etag });
  }
  return files;
}
