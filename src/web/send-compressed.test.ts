import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import Fastify from 'fastify';
import { html } from '../platform/text/html.ts';
import { renderPage } from './frame.ts';
import { gzipPage } from './gzip-page.ts';
import { sendCompressed } from './send-compressed.ts';

const text = fc.string({ unit: 'binary', maxLength: 5000 });

test('a compressed page is the page, whatever it says', () => {
  const property = fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, main, styles) => {
    const page = renderPage({ language: 'ru', title, top: null, main: html`${main}`, styles });
    const bytes = Buffer.from(page.markup);
    // The second time the head is compressed already.
    for (const compressed of [gzipPage(page), gzipPage(page)])
      assert.deepEqual(gunzipSync(compressed), bytes);
  });
  fc.assert(property, { numRuns: 200 });
});

test('pages that differ in title or style do not share a head', () => {
  const plain = { language: 'ru', title: 'А', top: null, main: '', styles: ['p{}'] } as const;
  const one = renderPage(plain);
  assert.equal(renderPage({ ...plain, main: 'Б' }).head, one.head);
  for (const other of [
    { title: 'Б' },
    { styles: ['b{}'] },
    { language: 'en' },
    { sheet: 'none' },
    { scriptPaths: ['/a.js'] },
    { head: html`<meta>` },
  ] as const) {
    const { head } = renderPage({ ...plain, ...other });
    assert.notEqual(head.markup, one.head.markup, JSON.stringify(other));
  }
});

test('a page is compressed only for a browser that accepts it', async () => {
  const page = renderPage({ language: 'ru', title: 'А', top: null, main: 'Б' });
  const app = Fastify();
  app.get('/', (request, reply) => sendCompressed(request, reply, page));
  const answerTo = (accept: string) => app.inject({ url: '/', headers: { 'accept-encoding': accept } });
  for (const accept of ['gzip', 'gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5', '*', 'GZIP']) {
    const answer = await answerTo(accept);
    assert.equal(answer.headers['content-encoding'], 'gzip', accept);
    assert.equal(gunzipSync(answer.rawPayload).toString(), page.markup);
    assert.equal(answer.headers.vary, 'accept-encoding');
  }
  for (const accept of ['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip']) {
    const answer = await answerTo(accept);
    assert.equal(answer.headers['content-encoding'], undefined, accept);
    assert.equal(answer.payload, page.markup);
    assert.equal(answer.headers.vary, 'accept-encoding');
  }
});
