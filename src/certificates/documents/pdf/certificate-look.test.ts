import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { readBarcodePng } from '../../../../test/support/read-barcode.ts';
import { needsPoppler, pagesOf, poppler, structureOf, textOf } from '../../../../test/support/read-pdf.ts';
import { sampleCode, sampleGift } from '../../../../test/support/sample-gift.ts';
import type { CertificateDesign } from '../../templates/design.ts';
import type { BarcodeKind, GiftView } from '../../certificate.ts';
import { createPdfMaker } from './pdf-maker.ts';

const maxPdfBytes = 300_000;
/** Its terms are thirty times as long, its picture forty times as large. */
const maxTimesPlain = 8;

const maker = createPdfMaker();
after(() => maker.close());

const draw = (traits: Partial<GiftView>, picture: Buffer | null = null, code = sampleCode) =>
  maker.make({ ...sampleGift, ...traits }, code, picture, 'ru');

const designed = (traits: Partial<CertificateDesign>): Partial<GiftView> => ({
  design: { ...sampleGift.design, ...traits },
});

const digits = '4006381333931';
const kinds: { kind: BarcodeKind; number: string }[] = [
  { kind: 'code128', number: '99999-999-999-999' },
  { kind: 'ean13', number: digits },
  { kind: 'code39', number: 'GIFT-2026' },
  { kind: 'itf', number: '12345678901234' },
  { kind: 'qr', number: 'ABC-123' },
  { kind: 'datamatrix', number: 'x9Q-0007-lower' },
  { kind: 'pdf417', number: 'PDF417-998877' },
  { kind: 'aztec', number: 'AZ-0123456789' },
];

for (const { kind, number } of kinds) {
  test(`${kind} scans from paper, also through the watermark`, needsPoppler, async () => {
    const code = { number, pin: '' };
    const pdf = await draw({ barcode: { kind, text: '{{number}}' }, sample: true }, null, code);
    const png = poppler('pdftoppm', pdf, '-png', '-singlefile', '-r', '200');
    assert.equal((await readBarcodePng(png))?.text, number);
  });
}

test('a choice certificate leads to its page, and has no number for tills', needsPoppler, async () => {
  const exchangeLink = 'https://gifts.example/x/abcdefghijklmnopqrstuvwxy';
  const code = { ...sampleCode, exchangeLink };
  const pdf = await draw({}, null, code);
  const text = textOf(pdf);
  assert.match(text, /Выбрать подарок/);
  assert.ok(text.includes(exchangeLink));
  assert.doesNotMatch(text, /Номер сертификата|Предъявите|2200 4512/);
  const png = poppler('pdftoppm', pdf, '-png', '-singlefile', '-r', '200');
  assert.equal((await readBarcodePng(png))?.text, exchangeLink);
  assert.doesNotMatch(textOf(await draw({ state: 'expired' }, null, code)), /gifts\.example\/x/);
});

test('a redeemed or expired certificate has a stamp and no barcode', needsPoppler, async () => {
  const redeemedAt = new Date('2026-11-20T21:30:00Z');
  const redeemed = await draw({ state: 'redeemed', redeemedAt });
  assert.match(structureOf(redeemed), /ИСПОЛЬЗОВАН 21 ноября 2026 г\./, 'the Moscow day');
  assert.doesNotMatch(textOf(redeemed), /2027/, 'an end it never reached');
  const expired = await draw({ state: 'expired' });
  assert.match(structureOf(expired), /СРОК ИСТЁК/);
  assert.match(textOf(expired), /Действовал до 31 декабря 2027 г\./);
  for (const pdf of [redeemed, expired]) {
    assert.equal(structureOf(pdf).match(/^ *Figure/gm)?.length, 1, 'the picture alone');
    assert.ok(textOf(pdf).includes('2200 4512 9876 0031'));
  }
  assert.doesNotMatch(textOf(await draw({})), /ИСПОЛЬЗОВАН|ИСТЁК|Действовал/);
});

test('the certificate shows the greeting', needsPoppler, async () => {
  const text = textOf(await draw({}));
  assert.match(text, /Анна, вам подарок от: Иван и Ольга/);
  assert.match(text, /Дорогая Анна! Пусть каждый вечер начинается с хорошего чая\.\n\s+Обнимаем!/);
});

test('a design removes, orders and renames blocks', needsPoppler, async () => {
  const text = textOf(
    await draw(
      designed({
        blocks: { head: ['face'], code: ['pin', 'number'], below: ['terms'] },
        words: { ru: { pin: 'Секрет', hint: 'Назовите номер курьеру.', title: 'Чай в подарок' }, en: {} },
      }),
    ),
  );
  assert.ok(text.indexOf('Секрет') < text.indexOf('Номер сертификата'));
  assert.match(text, /Назовите номер курьеру\./);
  assert.match(text, /Чай в подарок/);
  for (const gone of ['Номер заказа', 'Действует до', 'Эмитент', 'Поддержка', 'Обнимаем'])
    assert.ok(!text.includes(gone), gone);
});

test('a design sets the colours', needsPoppler, async () => {
  const { light, dark } = sampleGift.design.colours;
  const colours = { light: { ...light, paper: '#00ff00' }, dark };
  const pdf = await draw(designed({ colours, banner: { ground: '#0000ff', text: '#ffffff' } }));
  const png = poppler('pdftoppm', pdf, '-png', '-singlefile', '-r', '50');
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const share = (red: number, green: number, blue: number): number => {
    let count = 0;
    for (let at = 0; at < data.length; at += 3)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
    return count / (data.length / 3);
  };
  assert.ok(share(0, 255, 0) > 0.05, 'the panel');
  assert.ok(share(0, 0, 255) > 0.05, 'the banner');
});

test(
  'the PDF is tagged for screen readers, with headings, a list and alternative texts',
  needsPoppler,
  async () => {
    const pdf = await draw({ termsHtml: `<ol>${'<li>Одно из многих условий.</li>'.repeat(150)}</ol>` });
    assert.ok(pagesOf(pdf) > 1);
    const structure = structureOf(pdf);
    assert.match(structure, /H1 \(block\)\s+"Листва"/);
    assert.match(structure, /H2 \(block\)\s+"Условия использования"/);
    assert.equal(structure.match(/^ *L \(block\)/gm)?.length, 1);
    assert.equal(structure.match(/LBody \(block\)\s+"Одно из многих условий\."/g)?.length, 150);
    const said = [...structure.matchAll(/"([^"]*)"/g)].map(([, labels]) => labels);
    assert.equal(said.filter((labels) => labels === sampleCode.number).length, 1);
    const source = pdf.toString('latin1');
    assert.equal(source.match(/\/S \/Figure\b/g)?.length, 2);
    assert.equal(source.match(/\/Alt \(/g)?.length, 2);
    assert.match(source, /\/Marked true/);
  },
);

test('a certificate with a huge photograph and the longest terms is small', async () => {
  const photograph = await noisyPhotograph();
  const termsHtml = `<ol>${'<li>Условие, какие бывают в настоящих каталогах: длинное, подробное и скучное.</li>'.repeat(120)}</ol>`;
  const make = () => draw({ termsHtml }, photograph);
  const pdf = await make();
  assert.ok(photograph.length > 1_000_000);
  assert.ok(pdf.length < maxPdfBytes, `${pdf.length} bytes`);
  assert.match(pdf.toString('latin1'), /\/Subtype \/Image\b/);
  // In turn with a plain one, so that a busy machine slows both: what a certificate takes is measured by the bench.
  const [heavy, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < 9; round++) {
    heavy.push(await timeOf(make));
    plain.push(await timeOf(() => draw({})));
  }
  const times = Math.min(...heavy) / Math.min(...plain);
  assert.ok(times < maxTimesPlain, `${times.toFixed(1)} times as long as a plain one`);
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Noise compresses worst. */
async function noisyPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 2600, height: 1200, channels: 3 as const, background: '#888888', noise };
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer();
}
