import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readBarcodeSvg } from '../../../test/support/read-barcode.ts';
import { maxBarcodeTextLength } from '../../platform/values/judge-barcode.ts';
import { barcodeSvg } from './barcode.ts';
import type { BarcodeKind } from '../certificate.ts';

const cases: { kind: BarcodeKind; text: string; read: string }[] = [
  { kind: 'code128', text: '99999-999-999-999', read: 'Code128' },
  { kind: 'code128', text: '2200451298760031', read: 'Code128' },
  { kind: 'ean13', text: '4006381333931', read: 'EAN13' },
  { kind: 'code39', text: 'GIFT-2026 $5', read: 'Code39' },
  { kind: 'code39', text: 'GU00SP', read: 'Code39' },
  { kind: 'code39', text: '-12345678', read: 'Code39' },
  { kind: 'itf', text: '12345678901234', read: 'ITF' },
  { kind: 'qr', text: 'ABC-123-привет', read: 'QRCode' },
  { kind: 'datamatrix', text: 'x9Q-0007-lower', read: 'DataMatrix' },
  { kind: 'pdf417', text: 'PDF417-998877', read: 'PDF417' },
  { kind: 'aztec', text: 'AZ-0123456789', read: 'Aztec' },
];

for (const { kind, text, read } of cases) {
  test(`a scanner reads "${text}" back from ${kind}`, async () => {
    const found = await readBarcodeSvg(barcodeSvg(kind, text));
    assert.match(found?.format ?? '', new RegExp(`^${read}`));
    assert.equal(found?.text, text);
  });
}

const misfits: { kind: BarcodeKind; text: string; why: string; read: string }[] = [
  { kind: 'ean13', text: 'ABC-DEF', why: 'letters', read: 'Code128' },
  { kind: 'ean13', text: '4006381333932', why: 'a wrong check digit', read: 'Code128' },
  { kind: 'ean13', text: '400638133393', why: 'twelve digits', read: 'Code128' },
  { kind: 'itf', text: '12345', why: 'an odd number of digits', read: 'Code128' },
  { kind: 'code39', text: 'lower-case', why: 'small letters', read: 'Code128' },
  { kind: 'code128', text: 'ПОДАРОК-7', why: 'Cyrillic', read: 'QRCode' },
  { kind: 'ean13', text: 'КОД 15', why: 'Cyrillic', read: 'QRCode' },
];

for (const { kind, text, why, read } of misfits) {
  test(`${kind} cannot carry ${why}: "${text}" is drawn as ${read} and reads exactly`, async () => {
    const found = await readBarcodeSvg(barcodeSvg(kind, text));
    assert.match(found?.format ?? '', new RegExp(`^${read}`));
    assert.equal(found?.text, text);
  });
}

test('any printable code scans as itself', async () => {
  const kinds = fc.constantFrom<BarcodeKind>(
    'code128',
    'ean13',
    'code39',
    'itf',
    'qr',
    'datamatrix',
    'pdf417',
    'aztec',
  );
  const alphabet = fc.constantFrom(...Array.from('0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdef-'));
  const codes = fc.string({ unit: alphabet, minLength: 4, maxLength: 24 });
  const property = fc.asyncProperty(kinds, codes, async (kind, text) => {
    assert.equal((await readBarcodeSvg(barcodeSvg(kind, text)))?.text, text);
  });
  await fc.assert(property, { numRuns: 40 });
});

test('the picture has a size, a role and a name, and never the code as text', () => {
  const svg = barcodeSvg('code128', 'SECRET-42');
  assert.match(svg, /^<svg [^>]*role="img" aria-label="Code 128" width="\d+" height="\d+"/);
  assert.doesNotMatch(svg, /SECRET/);
  assert.doesNotMatch(svg, /style=/, 'a style attribute would break the strict content policy');
});

test('no barcode is drawn for an empty code, the kind "none" or a code that is too long', () => {
  assert.equal(barcodeSvg('none', '123'), '');
  assert.equal(barcodeSvg('qr', ''), '');
  assert.equal(barcodeSvg('qr', '1'.repeat(maxBarcodeTextLength + 1)), '');
});
