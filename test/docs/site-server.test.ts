import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createServer } from '../../src/http/server.ts';
import { html } from '../../src/platform/text/html.ts';
import { docsLink } from '../../src/web/shell/docs-link.ts';
import { testWorld } from '../support/test-world.ts';
import { root } from './read-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-docs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const nothing = () => Promise.reject(new Error('not asked for'));
const page = '<!doctype html><title>Operating</title>';

function putSite(): void {
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, 'site', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'site', path), text);
    writeFileSync(join(folder, 'site', `${path}.gz`), gzipSync(text));
  };
  write('index.html', page);
  write('ru/operating/index.html', page);
  write('assets/docs.0123456789ab.css', 'a{}');
  utimesSync(join(folder, 'site'), 0, 0); // As a release is unpacked.
  writeFileSync(join(folder, 'secret.txt'), 'outside of the site');
}

test('the built site is served, compressed, cached, and nothing outside of it', async () => {
  await using world = await testWorld();
  const folders = { docsFolder: join(folder, 'site'), docsSources: join(folder, 'sources') };
  const ctx = { ...world.ctx, config: { ...world.ctx.config, ...folders } };
  const giftPages = { samplePdf: nothing } as never;
  const app = await createServer(ctx, { giftPages, makePdf: nothing, makePaper: nothing });
  const get = (url: string, headers = {}) =>
    app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'en', ...headers } });

  const before = await get('/docs/');
  assert.equal(before.statusCode, 404);
  assert.match(before.body, /npm run docs/, 'says how it is made');

  putSite();
  const plain = await get('/docs/');
  assert.equal(plain.statusCode, 200, 'without a restart');
  assert.equal(plain.body, page);
  assert.equal(plain.headers['content-type'], 'text/html; charset=utf-8');
  const policy = String(plain.headers['content-security-policy']);
  assert.match(policy, /^default-src 'none';/);
  assert.doesNotMatch(policy, /unsafe-inline|https?:|\*/);

  const packed = await get('/docs/ru/operating/', { 'accept-encoding': 'gzip, br' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString(), page);
  assert.equal(packed.headers['cache-control'], 'no-cache');
  const known = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) };
  assert.equal((await get('/docs/ru/operating/', known)).statusCode, 304);

  const style = await get('/docs/assets/docs.0123456789ab.css');
  assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
  assert.match(String(style.headers['cache-control']), /immutable/);

  for (const [from, to] of [
    ['/docs', '/docs/'],
    ['/docs/ru/operating', '/docs/ru/operating/'],
  ] as const) {
    const moved = await get(from);
    assert.deepEqual([moved.statusCode, moved.headers.location], [301, to]);
  }
  for (const path of [
    'nothing/',
    '../secret.txt',
    '%2e%2e/secret.txt',
    'ru%2foperating%2f..%2f..%2f..%2fsecret.txt',
    'index.html.gz',
    'constructor',
  ]) {
    const answer = await get(`/docs/${path}`);
    assert.equal(answer.statusCode, 404, path);
    assert.doesNotMatch(answer.body, /outside of the site/);
  }
  await app.close();
});

test('pages lead to the site once it is built', () => {
  const config = { docsFolder: join(folder, 'later'), docsSources: join(folder, 'sources') };
  const link = (): string => JSON.stringify(docsLink('/o/health', 'en', config));
  assert.equal(link(), 'null');
  mkdirSync(config.docsFolder);
  writeFileSync(join(config.docsFolder, 'index.html'), page);
  assert.match(link(), /\/docs\/monitoring\//);
  assert.equal(docsLink('/o/health', 'en', { ...config, docsFolder: null }), null);
});

test('where no site is built, every section leads to its document, with what it leads to, in both languages', async () => {
  await using world = await testWorld();
  const folders = { docsFolder: join(folder, 'none'), docsSources: join(root, 'docs') };
  const ctx = { ...world.ctx, config: { ...world.ctx.config, ...folders } };
  const app = await createServer(ctx, {
    giftPages: { samplePdf: nothing } as never,
    makePdf: nothing,
    makePaper: nothing,
  });
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
  const sections = [
    '/c',
    '/c/api',
    '/c/callbacks',
    '/c/sandbox',
    '/s',
    '/s/integration',
    '/s/activation',
  ].concat(['/s/templates', '/o', '/o/health', '/o/mail']);
  const addresses = new Set(['/docs/', '/docs/ru/']);
  for (const path of sections)
    for (const language of ['en', 'ru'] as const) {
      const [, address] = /href="([^"]+)"/.exec(html`${docsLink(path, language, ctx.config)}`.markup) ?? [];
      assert.ok(address !== undefined, path);
      addresses.add(address);
    }
  const targets = new Set<string>();
  for (const address of addresses) {
    const { statusCode, body } = await get(address);
    assert.equal(statusCode, 200, address);
    assert.match(body, address.startsWith('/docs/ru/') ? /<html lang="ru">/ : /<html lang="en">/);
    assert.match(body, /npm run docs/);
    const main = body.slice(body.indexOf('<main'));
    // What is left of marks would stand in the text.
    assert.doesNotMatch(main.replaceAll(/<(code|pre)[^]*?<\/\1>/g, ''), /\]\(|\*\*|^\|/m, address);
    for (const [, target = ''] of main.matchAll(/(?:href|src)="(\/docs\/[^"#]*)/g)) targets.add(target);
  }
  assert.ok(targets.size > sections.length);
  for (const target of targets) assert.equal((await get(target)).statusCode, 200, target);
  for (const path of ['nothing/', '../package.json', '%2e%2e/package.json'])
    assert.equal((await get(`/docs/${path}`)).statusCode, 404, path);
  await app.close();
});

test('FACEVALUE_DOCS=0 switches it off', async () => {
  await using world = await testWorld({ FACEVALUE_DOCS: '0' });
  const answer = await fetch(`${world.baseUrl}/docs/`, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 404);
  assert.doesNotMatch(await answer.text(), /npm run docs/);
});
