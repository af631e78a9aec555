import type { FieldSample } from '../field-sample.ts';

interface Typed {
  /** The supplier's code. */
  code: string;
  /** What a scanner or a person enters for it. */
  typed: string;
}

const kinds = [
  ['Russian layout', 'InvenTree#10589', 'ABC-77001', 'фис-77001'],
  ['Russian layout, capital letters', 'InvenTree#10589', 'QWE77002', 'ЙЦУ77002'],
  ['Latin layout', 'own', 'ЖУК-77003', ';er-77003'],
  ['mark of Code 128', 'odoo#163404', 'GC77004', ']C1GC77004'],
  ['mark of EAN', 'odoo#163404', 'GC77005', ']E0GC77005'],
  ['mark in the Russian layout', 'own', 'GC77006', 'ъС1ПС77006'],
  ['stars of Code 39', 'own', 'GC77007', '*GC77007*'],
  ['sign for number', 'own', 'GC77008', '№ GC77008'],
  ['number sign', 'own', 'GC77009', '#GC77009'],
  ['unseen signs', 'own', 'GC77010', '\u200bGC\u200e77010\ufeff'],
  ['control signs', 'own', 'GC77011', '\u001dGC77011\r\n'],
  ['look-alike letters', 'UTS 39', 'CAB77012', 'САВ77012'],
  ['other dashes', 'own', 'GC-77013', 'GC\u221277013'],
  ['EAN-13 read as UPC-A', 'own', '0036000291452', '036000291452'],
  ['UPC-A read as EAN-13', 'own', '042100005264', '0042100005264'],
  ['a code of its own in Russian letters', 'own', 'САД-77014', 'сад 77014'],
] as const;

export const found: FieldSample<Typed, 'found'>[] = kinds.map(([name, source, code, typed]) => ({
  name,
  source,
  input: { code, typed },
  right: 'found',
}));
