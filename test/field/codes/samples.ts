import type { Barcode } from '../../../src/platform/values/judge-barcode.ts';
import type { FieldSample } from '../field-sample.ts';

/** A number as a supplier sent it, and what is said of it; null: it is a code. */
export type NumberSample = FieldSample<string, string | null>;

const unseen = (sign: string): string => `holds ${sign}, which nobody can see or type`;
const unusual = (sign: string): string => `holds ${sign}, which is unusual in codes`;
const digit = (sign: string): string => `holds ${sign}, which is not one of the digits 0 to 9`;
const exponent = 'is written with an exponent, so digits are lost';
const amount = 'is written as an amount';

const erpnext = 'frappe/erpnext#44809';
const validator = 'validator.js#802';

export const numbers: NumberSample[] = [
  { name: 'zero width space', source: erpnext, input: 'ZW33\u200b0001', right: unseen('U+200B') },
  { name: 'left-to-right mark', source: erpnext, input: '\u200eZW330002', right: unseen('U+200E') },
  { name: 'soft hyphen', source: validator, input: 'ZW33\u00ad0003', right: unseen('U+00AD') },
  { name: 'word joiner', source: validator, input: 'ZW330004\u2060', right: unseen('U+2060') },
  { name: 'embedding', source: erpnext, input: '\u202aZW330005\u202c', right: unseen('U+202A') },
  { name: 'isolate', source: 'own', input: '\u2066ZW330006\u2069', right: unseen('U+2066') },
  { name: 'variation selector', source: 'UTS 39', input: 'ZW\ufe0f330007', right: unseen('U+FE0F') },
  { name: 'grapheme joiner', source: 'UTS 39', input: 'ZW\u034f330008', right: unseen('U+034F') },
  { name: 'Hangul filler', source: 'UTS 39', input: 'ZW\u3164330009', right: unseen('U+3164') },
  { name: 'byte order mark inside', source: 'own', input: 'ZW\ufeff330010', right: unseen('U+FEFF') },
  { name: 'tag', source: 'own', input: 'ZW\u{e0041}330011', right: unseen('U+E0041') },
  { name: 'private use', source: 'own', input: 'ZW\ue000330012', right: unseen('U+E000') },
  { name: 'lost letters', source: 'node-soap#1302', input: '\ufffd\ufffd000001', right: unseen('U+FFFD') },
  { name: 'blank of Braille', source: 'UTS 39', input: 'ZW\u2800330013', right: unseen('U+2800') },
  { name: 'wide digits', source: validator, input: 'ZW\uff13\uff13', right: digit('U+FF13') },
  { name: 'Arabic digits', source: validator, input: '\u0661\u0662\u0663', right: digit('U+0661') },
  {
    name: 'one Cyrillic letter',
    source: 'UTS 39',
    input: 'ZW\u0410330014',
    right: 'mixes two alphabets: U+0410',
  },
  { name: 'phonetic g', source: 'UTS 39', input: 'Z\u0261330015', right: unusual('U+0261') },
  { name: 'bold letters', source: 'UTS 39', input: '\u{1d400}330016', right: unusual('U+1D400') },
  { name: 'a wrong encoding', source: 'node-soap#1302', input: 'ÊÎÄ-0001', right: unusual('U+00CA') },
  { name: 'exponent of Java', source: 'shuchkin/simplexlsx#76', input: '7.7E15', right: exponent },
  { name: 'exponent of Excel', source: 'own', input: '7,7E+15', right: exponent },
  { name: 'decimal of a program', source: 'own', input: '770011220001.0', right: amount },
  { name: 'a number as most', source: 'own', input: 'KR33-0001 22', right: null },
  { name: 'a number in Russian letters', source: 'own', input: 'СЕРТ-0001', right: null },
  { name: 'with the sign for number', source: 'own', input: '№ 330020', right: null },
  { name: 'hexadecimal', source: 'own', input: '12E45', right: null },
  { name: 'no-break space, minus', source: 'own', input: '33\u00a0002\u2212100', right: null },
];

/** Values of codes in JSON that are no texts. */
export const jsonNumbers: FieldSample<string, string | null>[] = [
  {
    name: 'exponent below 10^15',
    source: 'DeviantArt-API#90',
    input: '1.2345678901005e+14',
    right: 'is a number with an exponent or decimals',
  },
  {
    name: 'decimal',
    source: 'own',
    input: '770011220001.0',
    right: 'is a number with an exponent or decimals',
  },
  {
    name: 'sixteen digits',
    source: 'own',
    input: '1234567890123456',
    right: 'is a number of more than 15 digits',
  },
  { name: 'negative', source: 'own', input: '-5', right: 'is a negative number' },
  { name: 'fifteen digits', source: 'own', input: '123456789012345', right: null },
];

/** Whether two numbers are of one code. */
export const pairs: FieldSample<[string, string], 'equal' | 'different'>[] = [
  { name: 'dashes and case', source: 'own', input: ['ab-12', 'A B\u201112'], right: 'equal' },
  { name: 'minus', source: 'own', input: ['AB\u221212', 'AB12'], right: 'equal' },
  { name: 'unseen signs', source: erpnext, input: ['ZW\u200b33\u2060', 'ZW33'], right: 'equal' },
  { name: 'all in Cyrillic', source: 'UTS 39', input: ['АВС12', 'ABC12'], right: 'equal' },
  { name: 'all in Greek', source: 'UTS 39', input: ['ΑΒΕ12', 'ABE12'], right: 'equal' },
  { name: 'Cyrillic and Greek', source: 'UTS 39', input: ['АВЕ12', 'ΑΒΕ12'], right: 'equal' },
  { name: 'small Cyrillic', source: 'UTS 39', input: ['аве12', 'ABE12'], right: 'equal' },
  { name: 'wide letters', source: 'own', input: ['\uff21\uff22', 'AB'], right: 'equal' },
  { name: 'O and 0', source: 'own', input: ['AO12', 'A012'], right: 'different' },
  { name: 'l and 1', source: 'own', input: ['Al12', 'A112'], right: 'different' },
  { name: 'I and l', source: 'own', input: ['AI12', 'Al12'], right: 'different' },
  { name: 'З and 3', source: 'own', input: ['АЗ12', 'А312'], right: 'different' },
  { name: 'rn and m', source: 'UTS 39', input: ['ARN12', 'AM12'], right: 'different' },
  { name: 'Ы and b l', source: 'UTS 39', input: ['Ы12', 'BL12'], right: 'different' },
];

interface ShownCode {
  kind: Barcode['kind'];
  /** Of its template. Absent: the number. */
  text?: string;
  number: string;
  pin?: string;
}

/** A code with the barcode of its product, and what is said of it; null: nothing. */
export const shown: FieldSample<ShownCode, string | null>[] = [
  {
    name: 'EAN-13 with a wrong check digit',
    source: 'metafloor/bwip-js#165',
    input: { kind: 'ean13', number: '4006381333932' },
    right: 'EAN-13: its check digit is wrong',
  },
  {
    name: 'EAN-13 without its first zero: a UPC-A',
    source: 'lindell/JsBarcode#277',
    input: { kind: 'ean13', number: '036000291452' },
    right: 'EAN-13: 13 digits are needed',
  },
  {
    name: 'EAN-13 in groups',
    source: 'own',
    input: { kind: 'ean13', number: '4 006381 333931' },
    right: 'EAN-13: only digits fit',
  },
  {
    name: 'EAN-13 as it should be',
    source: 'own',
    input: { kind: 'ean13', number: '4006381333931' },
    right: null,
  },
  {
    name: 'letters in EAN-13',
    source: 'own',
    input: { kind: 'ean13', number: 'GIFT-0001' },
    right: 'EAN-13: only digits fit',
  },
  {
    name: 'small letters in Code 39',
    source: 'own',
    input: { kind: 'code39', number: 'gift-0001' },
    right: 'Code 39: only capital Latin letters',
  },
  {
    name: 'Code 39 as it should be',
    source: 'own',
    input: { kind: 'code39', number: 'GIFT-0001' },
    right: null,
  },
  {
    name: 'an odd number of digits in ITF',
    source: 'own',
    input: { kind: 'itf', number: '1234567' },
    right: 'Interleaved 2 of 5: the number of digits must be even',
  },
  { name: 'ITF as it should be', source: 'own', input: { kind: 'itf', number: '12345678' }, right: null },
  {
    name: 'Russian letters in Code 128',
    source: 'own',
    input: { kind: 'code128', number: 'СЕРТ-0001' },
    right: 'Code 128: only Latin letters, digits and signs of ASCII fit',
  },
  {
    name: 'a UUID in Code 128',
    source: 'own',
    input: { kind: 'code128', number: '2f6c1a52-9a3e-4c55-8a47-3f1e0a5b7c11' },
    right: null,
  },
  {
    name: 'Code 128 of 48 letters',
    source: 'own',
    input: { kind: 'code128', number: 'ABCDEFGH'.repeat(6) },
    right: 'Code 128: its bars would be too thin to scan from paper',
  },
  {
    name: 'Code 39 of 30 signs',
    source: 'own',
    input: { kind: 'code39', number: 'ABCDE'.repeat(6) },
    right: 'Code 39: its bars would be too thin to scan from paper',
  },
  { name: 'Russian letters in QR', source: 'own', input: { kind: 'qr', number: 'СЕРТ-0001' }, right: null },
  {
    name: 'QR of 201 signs',
    source: 'own',
    input: { kind: 'qr', number: 'A1'.repeat(100) + 'B' },
    right: 'QR: more than 200 signs are never drawn',
  },
  {
    name: 'QR of a template that gets too long',
    source: 'own',
    input: { kind: 'qr', text: 'https://gift.example/{{number}}', number: 'A1'.repeat(95) },
    right: 'QR: more than 200 signs are never drawn',
  },
  {
    name: 'the PIN in the barcode, and there is none',
    source: 'own',
    input: { kind: 'code128', text: '{{pin}}', number: 'GIFT-0001' },
    right: 'Code 128: the PIN that it shows is missing',
  },
  {
    name: 'the PIN in the barcode',
    source: 'own',
    input: { kind: 'ean13', text: '{{pin}}', number: 'GIFT-0001', pin: '4006381333931' },
    right: null,
  },
  {
    name: 'number and PIN in ITF: odd together',
    source: 'own',
    input: { kind: 'itf', text: '{{number}}{{pin}}', number: '1234', pin: '123' },
    right: 'Interleaved 2 of 5: the number of digits must be even',
  },
  { name: 'no barcode at all', source: 'own', input: { kind: 'none', number: 'СЕРТ-0001' }, right: null },
];

/** Numbers in stock and in a file, and of which lines a preview says that they are easily confused: with a line, or with the stock (null). */
export const twins: FieldSample<{ stock: string[]; file: string[] }, [number, number | null][]>[] = [
  {
    name: '0 and O in a file',
    source: 'UTS 39',
    input: { stock: [], file: ['CARD-100', 'CARD-1O0', 'CARD-777'] },
    right: [[3, 2]],
  },
  {
    name: '1, I and l in a file',
    source: 'UTS 39',
    input: { stock: [], file: ['KEY-1A', 'KEY-IA', 'KEY-lA'] },
    right: [
      [3, 2],
      [4, 2],
    ],
  },
  {
    name: 'against the stock',
    source: 'own',
    input: { stock: ['CARD-100', 'GIFT-88'], file: ['CARD-10O', 'GIFT-89'] },
    right: [[2, null]],
  },
  {
    name: 'all zeros were typed as letters',
    source: 'own',
    input: { stock: ['1000200030'], file: ['IOOO2OOO3O', 'CARD-5'] },
    right: [[2, null]],
  },
  { name: 'others', source: 'own', input: { stock: ['CARD-5'], file: ['CARD-6', 'CARD-8'] }, right: [] },
];
