import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { serveAssets } from './static-assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'brand.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'secret.env'), 'KEY=1');

test('pictures are served with type and etag, and cannot run scripts', async () => {
  const app = Fastify();
  serveAssets(app, '/pictures/', folder);
  const first = await app.inject('/pictures/brand.svg');
  assert.equal(first.statusCode, 200);
  assert.equal(first.headers['content-type'], 'image/svg+xml');
  assert.match(String(first.headers['content-security-policy']), /sandbox/);
  const headers = { 'if-none-match': String(first.headers.etag) };
  assert.equal((await app.inject({ url: '/pictures/brand.svg', headers })).statusCode, 304);
});

test('only files of the folder with a known type are served', async () => {
  const app = Fastify();
  serveAssets(app, '/pictures/', folder);
  for (const name of ['secret.env', 'none.png', '..%2f..%2fetc%2fpasswd', '__proto__', 'brand.svg%00'])
    assert.equal((await app.inject(`/pictures/${name}`)).statusCode, 404, name);
});
