/** Files that say they are tables of text, and others that do not even say so. */
import { gzipSync } from 'node:zlib';
import type { Bomb } from './workbook-bombs.ts';

const head = 'Номер;Номинал\n';
const text = (content: string) => (): Buffer => Buffer.from(content);

export const textBombs: Bomb[] = [
  {
    name: 'a quote that is opened and never closed',
    source: 'adaltas/node-csv#408',
    input: text(`${head}"${'a;b\n'.repeat(3_500_000)}`),
    right: { is: 'refused', why: /quote is opened and not closed/ },
  },
  {
    name: 'a line of fourteen megabytes without a quote',
    source: 'own',
    input: text(`${head}${'a'.repeat(14_000_000)}`),
    right: { is: 'refused', why: /quote is opened and not closed|longer than/ },
  },
  {
    name: 'seven million quotes',
    source: 'own',
    input: text(`${head}${'""'.repeat(7_000_000)}`),
    right: { is: 'either' },
  },
  {
    name: 'a head of nothing but quotes and blanks',
    source: 'own',
    input: text(`${' '.repeat(30_000)}${'" '.repeat(20_000)}`),
    right: { is: 'either' },
  },
  {
    name: 'a line of delimiters',
    source: 'own',
    input: text(`${head}${';'.repeat(14_000_000)}`),
    right: { is: 'either' },
  },
  {
    name: 'fourteen megabytes of line breaks',
    source: 'own',
    input: text('\n'.repeat(14_000_000)),
    right: { is: 'read', rows: 0 },
  },
  {
    name: 'zeros',
    source: 'own',
    input: () => Buffer.alloc(14_000_000),
    right: { is: 'either' },
  },
  {
    name: 'a gigabyte that was packed twice',
    source: 'CVE-2024-0450',
    input: () => gzipSync(gzipSync(Buffer.alloc(1_000_000_000))),
    right: { is: 'either' },
  },
];
