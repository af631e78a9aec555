import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { demoBrands } from '../../seeds/demo-world/suppliers-and-brands.ts';
import { demoPictures } from '../../seeds/demo-pictures.ts';
import { serveAssets } from '../../src/web/static-assets.ts';

const widths = { large: 1360, medium: 680, small: 340 };
const heights = { large: 620, medium: 310, small: 155 };
const maxFolderBytes = 3_000_000;

test('every brand has its picture in three sizes, served unchanged', async () => {
  const app = fastify();
  serveAssets(app, '/pictures/', demoPictures);
  for (const { picture } of Object.values(demoBrands)) {
    for (const size of ['large', 'medium', 'small'] as const) {
      const answer = await app.inject(`/pictures/${picture}-${size}.png`);
      assert.equal(answer.statusCode, 200, `${picture} ${size}`);
      assert.equal(answer.headers['content-type'], 'image/png');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+/);
      // A PNG begins with its signature and then says its width and height.
      assert.equal(answer.rawPayload.toString('latin1', 1, 4), 'PNG');
      assert.equal(answer.rawPayload.readUInt32BE(16), widths[size]);
      assert.equal(answer.rawPayload.readUInt32BE(20), heights[size]);
    }
  }
  await app.close();
});

test('nothing but pictures is served from their folder', async () => {
  const app = fastify();
  serveAssets(app, '/pictures/', demoPictures);
  for (const name of [
    'draw.ts',
    'none.png',
    '..%2fseed-demo.ts',
    '%2e%2e/seed-demo.ts',
    'designs',
    '__proto__',
    '',
  ]) {
    assert.equal((await app.inject(`/pictures/${name}`)).statusCode, 404, name);
  }
  await app.close();
});

test('the pictures stay small enough to be cloned', () => {
  const bytes = readdirSync(demoPictures)
    .filter((name) => name.endsWith('.png'))
    .reduce((sum, name) => sum + statSync(join(demoPictures, name)).size, 0);
  assert.ok(bytes > 0 && bytes <= maxFolderBytes, `${bytes} bytes`);
});
