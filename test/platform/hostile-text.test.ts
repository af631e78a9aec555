import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supplierUrl } from '../../src/suppliers/adapters/auth.ts';
import { plainLine, safeMarkup, termsAsItems, withAddresses } from '../../src/certificates/terms.ts';
import { indentJson } from '../../src/suppliers/certify/indent-json.ts';
import { describeProblem } from '../../src/platform/process/loop.ts';
import { withoutEdges, withoutEnd } from '../../src/platform/text/edges.ts';
import { withoutAddresses } from '../../src/platform/text/mask.ts';
import { readReply } from '../../src/suppliers/activation/read-reply.ts';
import { processorMs } from '../support/processor-time.ts';

/** Of this process: a text of others must not hold it up. */
const maxProcessorMs = 1000;
const length = 90_000;

const repeated = (piece: string, end = 'x'): string =>
  `x${piece.repeat(Math.ceil(length / piece.length))}${end}`;
const texts = [
  ' ',
  '\t\n',
  '<br /> ',
  '<p>',
  '<a',
  '<a ',
  '</td',
  '<td ',
  '<a href="',
  '"',
  '\\"',
  '"\\"',
  '[ ',
  '{',
  ',',
  '/',
  '=',
  '@',
  'a@',
  '<a@b>',
  '8(',
  '7 ',
  '-',
  '.',
  '1.',
  '(',
  '\u00a0',
].flatMap((piece) => [repeated(piece), repeated(piece, '')]);

const table = { rows: 10, rowsOfNumber: () => [] };
const readers: Record<string, (text: string) => unknown> = {
  'terms as markup': safeMarkup,
  'terms as a line': plainLine,
  'terms as items': (text) => termsAsItems(text),
  'terms with addresses': (text) => withAddresses(safeMarkup(text)),
  'JSON with lines': indentJson,
  'a problem': (text) => describeProblem(new Error(text)),
  'masked addresses': withoutAddresses,
  'an address': (text) => supplierUrl.safeParse(`https://shop.example/${text}`),
  edges: (text) => [withoutEnd(text, ' /'), withoutEdges(text, ' /')],
  'a reply': (text) => readReply(text.slice(0, 20_000), table),
};

for (const [name, read] of Object.entries(readers))
  test(`${name}: the time grows with the text alone`, async () => {
    for (const text of texts) {
      const ms = await processorMs(() => read(text));
      assert.ok(ms < maxProcessorMs, `${JSON.stringify(text.slice(0, 12))}: ${ms.toFixed(0)} ms`);
    }
  });

test('what was cut before is cut as before', () => {
  assert.equal(safeMarkup(' <br /> text <br /> <br /> '), 'text');
  assert.equal(withoutEnd('https://shop.example//', '/'), 'https://shop.example');
  assert.equal(withoutEdges('--a-b--', '-'), 'a-b');
  assert.equal(describeProblem(new Error('to <anna@mail.example> of 12345678')), 'to … of …');
  assert.equal(withoutAddresses('to <anna@mail.example>, +7 (900) 123-45-67.'), 'to <•••>, •••.');
});
