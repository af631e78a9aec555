/** Pages that are files, of commands and buttons, and the one that stands for the documentation of a clone. */
import { join } from 'node:path';
import type { CertifyReport } from '../../src/suppliers/certify/certify.ts';
import { reportPage } from '../../src/suppliers/certify/report-page.ts';
import { notBuiltPage } from '../../src/http/docs/not-built-page.ts';
import { SiteFiles } from '../../src/http/docs/site-files.ts';
import { sourcePage } from '../../src/http/docs/source-page.ts';
import { keySheet } from '../../src/upkeep/setup/key-sheet.ts';
import { faultsPage } from '../../src/acts/template-drafts/form/preview.ts';
import type { Golden } from './golden.ts';
import { pageText } from './page-text.ts';

/** By the files of src that make them, outside of pages with a route, their golden files. */
export const makersOfFilePages: Record<string, string> = {
  'src/suppliers/certify/report-page.ts': 'pages/files/certify-report.en.txt',
  'src/http/docs/not-built-page.ts': 'pages/files/docs-not-built.en.txt',
  'src/http/docs/source-page.ts': 'pages/files/docs-source.en.txt',
  'src/upkeep/setup/key-sheet.ts': 'pages/files/key-sheet.en.txt',
  'src/acts/template-drafts/form/preview.ts': 'pages/files/template-faults.en.txt',
};

const report: CertifyReport = {
  supplierId: 501,
  name: 'Mill',
  adapter: 'rest',
  at: new Date('2026-11-21T09:00:00Z'),
  green: false,
  marked: false,
  offer: null,
  codes: 12,
  scenarios: [
    {
      name: 'issue',
      verdict: 'red',
      findings: [{ is: 'not-issued', face: 1000, outcome: 'wrong', details: 'the code has another face' }],
      transcripts: ['POST https://api.mill.example/issue\n\n{"face":1000}\n\n→ 200\n{"face":77}'],
    },
    { name: 'repeat', verdict: 'green', findings: [], transcripts: [] },
    { name: 'together', verdict: 'skipped', findings: [], transcripts: [] },
    {
      name: 'bad-face',
      verdict: 'warning',
      findings: [{ is: 'refused-otherwise', why: 'stock', expected: 'bad-face' }],
      transcripts: [],
    },
  ],
};

const key = Buffer.alloc(32, 7);

/** A document of few parts, which rarely changes. */
function documentOf(language: 'ru' | 'en'): string {
  const folder = join(import.meta.dirname, 'document');
  const page = sourcePage(new SiteFiles(folder), language === 'ru' ? 'ru/sample/' : 'sample/');
  if (page === null) throw new Error('There is no sample of a document.');
  return page.markup;
}

export function filePages(): Golden {
  const golden: Golden = {};
  for (const language of ['ru', 'en'] as const) {
    const sheet = keySheet(key, { language, address: 'https://gifts.example', at: '21.11.2026 12:00' });
    golden[`pages/files/certify-report.${language}.txt`] = pageText(reportPage(report, language).markup);
    golden[`pages/files/docs-not-built.${language}.txt`] = pageText(notBuiltPage(language).markup);
    golden[`pages/files/docs-source.${language}.txt`] = pageText(documentOf(language));
    golden[`pages/files/key-sheet.${language}.txt`] = pageText(sheet);
    const faults = faultsPage({ 'letter.ru.subject': 'why', 'blocks.head.face': 'why' }, language);
    golden[`pages/files/template-faults.${language}.txt`] = pageText(faults.markup);
  }
  return golden;
}
