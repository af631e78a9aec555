import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { createPdfMaker, type PdfMaker } from '../../../src/certificates/documents/pdf/pdf-maker.ts';
import {
  barcodeText,
  type BarcodeKind,
  type CertificateCode,
} from '../../../src/certificates/certificate.ts';
import { renderGift } from '../../../src/http/gift-page/gift-view.ts';
import { readBarcodePng } from '../../support/read-barcode.ts';
import { needsPoppler, poppler } from '../../support/read-pdf.ts';
import { sampleGift } from '../../support/sample-gift.ts';

/** The names of the independent reader. */
const formats: Record<Exclude<BarcodeKind, 'none'>, string> = {
  code128: 'Code128',
  ean13: 'EAN13',
  code39: 'Code39',
  itf: 'ITF',
  qr: 'QRCode',
  datamatrix: 'DataMatrix',
  pdf417: 'PDF417',
  aztec: 'Aztec',
};

interface Sold {
  kind: Exclude<BarcodeKind, 'none'>;
  code: CertificateCode;
  text: string;
  says: string;
}

const free: CertificateCode = { number: '2200451298760031', pin: 'K7-4821' };
const ofSigns = (kind: Sold['kind'], code = free): Sold[] => [
  { kind, code, text: '{{number}}', says: code.number },
  { kind, code, text: '{{pin}}', says: code.pin },
  { kind, code, text: '{{number}}-{{pin}}', says: `${code.number}-${code.pin}` },
];

/** Each kind with number, PIN and a pattern of both, for codes that it can encode. */
const sold: Sold[] = [
  ...(['code128', 'qr', 'datamatrix', 'pdf417', 'aztec', 'code39'] as const).flatMap((kind) => ofSigns(kind)),
  { kind: 'ean13', code: { number: '4006381333931', pin: '1' }, text: '{{number}}', says: '4006381333931' },
  { kind: 'ean13', code: { number: '7', pin: '2000000000022' }, text: '{{pin}}', says: '2000000000022' },
  {
    kind: 'ean13',
    code: { number: '40063813', pin: '3393' },
    text: '{{number}}{{pin}}1',
    says: '4006381333931',
  },
  { kind: 'itf', code: { number: '12345678901234', pin: '1' }, text: '{{number}}', says: '12345678901234' },
  { kind: 'itf', code: { number: '7', pin: '482100' }, text: '{{pin}}', says: '482100' },
  {
    kind: 'itf',
    code: { number: '12345678', pin: '4821' },
    text: '99{{ number }}{{ pin }}',
    says: '99123456784821',
  },
];

const nameOf = ({ kind, text }: Sold): string => `${kind} of ${text}`;
const viewOf = ({ kind, text }: Sold) => ({ ...sampleGift, barcode: { kind, text } });

const says = (text: string, code: CertificateCode): string =>
  barcodeText({ barcode: { kind: 'qr', text } }, code);

test('without a PIN a pattern gives the number alone, or nothing if it has only the PIN', () => {
  const withoutPin = { number: 'A-1', pin: '' };
  assert.equal(says('{{number}}-{{pin}}', withoutPin), 'A-1');
  assert.equal(says('{{pin}}', withoutPin), '');
  assert.equal(says('>{{ number }}<', withoutPin), '>A-1<');
  assert.equal(says('{{number}}{{pin}}', { number: '{{pin}}', pin: '$&' }), '{{pin}}$&');
});

describe('scanned off paper', needsPoppler, () => {
  let maker: PdfMaker;
  before(() => {
    maker = createPdfMaker();
  });
  after(() => maker.close());

  for (const one of sold)
    test(nameOf(one), async () => {
      const pdf = await maker.make(viewOf(one), one.code, null, 'ru');
      const png = poppler('pdftoppm', pdf, '-png', '-singlefile', '-r', '200');
      assert.deepEqual(await readBarcodePng(png), { format: formats[one.kind], text: one.says });
    });
});

describe('scanned off a phone', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  for (const one of sold)
    test(nameOf(one), async () => {
      // In dark mode bars must stay dark on white; one text per kind is enough.
      const schemes = one.text === '{{number}}' ? (['light', 'dark'] as const) : (['light'] as const);
      const { markup } = renderGift({
        shown: shownOf(one),
        language: 'ru',
        path: '/g/sample',
        refused: false,
      });
      for (const colorScheme of schemes) {
        await using context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.setContent(markup);
        const png = await page.locator('.barcode svg').screenshot();
        assert.deepEqual(
          await readBarcodePng(png),
          { format: formats[one.kind], text: one.says },
          colorScheme,
        );
      }
    });
});

const shownOf = (one: Sold) => ({
  view: viewOf(one),
  now: new Date('2026-11-21T09:00:00Z'),
  picture: null,
  places: { first: [], total: 0 },
  code: one.code,
  giverEmail: '',
  sentTo: [],
  wallets: [],
});
