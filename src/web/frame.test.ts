import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { html } from '../platform/text/html.ts';
import { errorSummary, fieldView } from './form-view.ts';
import { renderPage } from './frame.ts';
import { servePageAssets, stylePath } from './page-assets.ts';
import { sendPage } from './send-page.ts';

const parts = { language: 'ru', title: 'Касса <1>', main: html`<h1>Касса</h1>` } as const;

test('a page has its style sheet, a link to the other language and a skip link', () => {
  const { markup } = renderPage({
    ...parts,
    top: { place: 'Facevalue', links: html`<a href="/x">x</a>`, path: '/till' },
  });
  assert.match(markup, /^<!doctype html>\n<html lang="ru">/);
  assert.match(markup, /<title>Касса &lt;1&gt;<\/title>/);
  assert.ok(markup.includes(`<link rel="stylesheet" href="${stylePath}">`));
  assert.match(markup, /<a href="\/till\?lang=en" lang="en"/);
  assert.match(markup, /<a class="skip" href="#main">/);
  assert.doesNotMatch(renderPage({ ...parts, top: { place: 'x', path: null } }).markup, /skip|hreflang/);
});

test('the headers of a page allow only its own styles and scripts', async () => {
  const app = Fastify();
  const page = renderPage({
    ...parts,
    top: null,
    styles: ['p{}'],
    scripts: ['1'],
    needs: { namesItself: true },
  });
  app.get('/', (_request, reply) => sendPage(reply, page));
  const { headers } = await app.inject('/');
  assert.match(
    String(headers['content-security-policy']),
    /style-src 'self' 'sha256-.*script-src 'self' 'sha256-/,
  );
  assert.equal(headers['referrer-policy'], 'same-origin');
  assert.equal(headers['cache-control'], 'no-store');
});

test('the style sheet is cached for ever under its address, and found under the address of another version', async () => {
  const app = Fastify();
  servePageAssets(app);
  const ours = await app.inject(stylePath);
  assert.match(String(ours.headers['cache-control']), /immutable/);
  const other = await app.inject('/web/of-another.css');
  assert.equal(other.headers['cache-control'], 'no-store');
  assert.equal(other.body, ours.body);
  assert.equal((await app.inject('/web/x')).statusCode, 404);
});

test('an error is shown at its field, announced with it, and linked from the summary', () => {
  const field = fieldView({
    name: 'phone',
    label: 'Phone',
    hint: 'Ten digits',
    error: 'Too <short>',
    value: '"1',
  });
  assert.match(field.markup, /aria-describedby="phone-error phone-hint" aria-invalid="true"/);
  assert.match(field.markup, /value="&quot;1"/);
  assert.match(field.markup, /<p class="wrong" id="phone-error">Too &lt;short&gt;<\/p>/);
  assert.match(errorSummary({ phone: 'Too short' }, 'en')?.markup ?? '', /<a href="#phone">Too short<\/a>/);
  assert.equal(errorSummary({}, 'en'), null);
});
