import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { html } from '../platform/text/html.ts';
import { own, ownIn, runsOf } from '../platform/text/own.ts';
import { renderPage } from './frame.ts';
import { gzipPage } from './gzip-page.ts';
import { joinChecksums, shiftOf } from './join-checksums.ts';

const text = fc.string({ unit: 'binary', maxLength: 3000 });
const page = (main: ReturnType<typeof html>) =>
  renderPage({ language: 'ru', title: 'А', top: null, main, sheet: 'none' });

const hasMark = (sent: string): boolean => sent.includes('\u0001') || sent.includes('\u0002');

test('a page of shared and own runs is the page, whatever they say and however long they are', () => {
  const long = fc.nat(70_000).map((length) => 'ж'.repeat(length));
  const runs = fc.array(fc.record({ mine: fc.boolean(), text: fc.oneof(text, long) }), { maxLength: 6 });
  const property = fc.property(runs, (parts) => {
    const made = page(html`<p>${parts.map((part) => (part.mine ? own(part.text) : part.text))}</p>`);
    assert.ok(!hasMark(made.markup.slice(made.head.markup.length)));
    // The second time the shared runs are compressed already.
    for (const compressed of [gzipPage(made), gzipPage(made)])
      assert.equal(gunzipSync(compressed).toString(), Buffer.from(made.markup).toString());
  });
  fc.assert(property, { numRuns: 150 });
});

test('checksums of two texts make that of both', () => {
  const property = fc.property(text, text, (first, second) => {
    const after = { checksum: crc32(second), shift: shiftOf(Buffer.byteLength(second)) };
    assert.equal(
      joinChecksums(crc32(first), after),
      crc32(Buffer.concat([Buffer.from(first), Buffer.from(second)])),
    );
  });
  fc.assert(property);
});

test('what is marked is in no shared run, also if the texts contain marks themselves', () => {
  const stray = fc.constantFrom('', '\u0001', '\u0002', 'a\u0002b\u0001');
  const property = fc.property(stray, stray, stray, (one, two, three) => {
    const { markup } =
      html`${one}<p>${own(`${two}secret${three}`)}</p>${three}${own(html`<b>secret</b>`)}${two}`;
    const runs = runsOf(markup);
    for (const run of runs) assert.ok(run.own || !run.text.includes('secret'), JSON.stringify(runs));
    assert.ok(!hasMark(runs.map((run) => run.text).join('')));
  });
  fc.assert(property);
  assert.deepEqual(runsOf('a page that marks nothing'), [{ own: true, text: 'a page that marks nothing' }]);
});

const runsAround = (value: string) => runsOf(html`<${ownIn('order 12-34: 12-34', value)}>`.markup);

test('of a text only the places with the value are own, and all of it if there are none', () => {
  assert.deepEqual(
    runsAround('12-34')
      .filter((run) => run.own)
      .map((run) => run.text),
    ['12-34', '12-34'],
  );
  for (const value of ['', '56-78'])
    assert.deepEqual(runsAround(value), [
      { own: false, text: '<' },
      { own: true, text: 'order 12-34: 12-34' },
      { own: false, text: '>' },
    ]);
});
