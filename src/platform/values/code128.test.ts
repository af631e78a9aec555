import assert from 'node:assert/strict';
import { test } from 'node:test';
import bwipjs from 'bwip-js/node';
import * as fc from 'fast-check';
import { readBarcodeSvg } from '../../../test/support/read-barcode.ts';
import { barcodeSvg } from '../../certificates/documents/barcode.ts';
import { code128Widths } from './code128.ts';

const digit = fc.constantFrom(...'0123456789');
const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
/** Runs of digits, of any length and anywhere. */
const texts = fc.string({
  unit: fc.oneof({ weight: 4, arbitrary: digit }, printable),
  minLength: 1,
  maxLength: 40,
});

test('no text takes more symbols than the general encoder needs', () => {
  const property = fc.property(texts, (text) => {
    // oxlint-disable-next-line import/no-named-as-default-member -- the named export is another function, the symbology «raw».
    const [drawn] = bwipjs.raw('code128', text, {});
    assert.ok(drawn !== undefined && 'sbs' in drawn);
    assert.equal(code128Widths(text).length, drawn.sbs.length);
  });
  fc.assert(property, { numRuns: 500 });
});

const modules = (text: string): number => code128Widths(text).reduce((sum, width) => sum + width, 0);

test('every symbol is eleven modules wide, the last thirteen', () => {
  assert.equal(modules('2200451298760031'), 11 * (1 + 8 + 1) + 13);
  assert.equal(modules('A1'), 11 * (1 + 2 + 1) + 13);
});

test('a scanner reads every printable character, alone and beside digits', async () => {
  const all = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
  for (const text of [all.slice(0, 48), all.slice(48), '1', '12', '123', 'A1234B', '12345A', 'x 00 y'])
    assert.equal((await readBarcodeSvg(barcodeSvg('code128', text)))?.text, text);
});
