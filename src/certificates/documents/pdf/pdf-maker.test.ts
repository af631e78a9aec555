import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { needsPoppler, pagesOf, poppler, textOf } from '../../../../test/support/read-pdf.ts';
import { sampleCode, sampleGift } from '../../../../test/support/sample-gift.ts';
import type { GiftView } from '../../certificate.ts';
import { createPdfMaker, maxPdfsUnderWay } from './pdf-maker.ts';

const maxPdfBytes = 300_000;
const maker = createPdfMaker();
after(() => maker.close());

test('a certificate is a small PDF of one page', async () => {
  const pdf = await maker.make(sampleGift, sampleCode, null, 'ru');
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.ok(pdf.length < maxPdfBytes, `${pdf.length} bytes`);
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1);
});

test('the document properties have a title and no code', async () => {
  const pdf = (await maker.make(sampleGift, sampleCode, null, 'ru')).toString('latin1');
  assert.ok(!pdf.includes(sampleCode.number));
  assert.match(pdf, /\/Lang \(ru\)/);
});

test('Cyrillic text can be copied from the PDF, with all required facts', needsPoppler, async () => {
  const text = textOf(await maker.make(sampleGift, sampleCode, null, 'ru'));
  for (const phrase of [
    'Действует до 31 декабря 2027 г.',
    '3 000 ₽',
    'Номер заказа',
    '1000345-7781204',
    'Номер сертификата',
    '2200 4512 9876 0031',
    'ПИН',
    '4821',
    'Условия использования',
    'Сертификат действует во всех лавках «Листва»',
    'ООО «Листва»',
    '119019, г. Москва',
    'help@listva.example',
  ])
    assert.ok(text.includes(phrase), `no «${phrase}» in\n${text}`);
  assert.ok(!text.includes('ОБРАЗЕЦ'));
});

test('without a PIN there is no PIN box, and an unlimited certificate says so', needsPoppler, async () => {
  const view: GiftView = { ...sampleGift, expiresAt: null };
  const text = textOf(await maker.make(view, { number: 'A-1', pin: '' }, null, 'ru'));
  assert.ok(!/(^|\s)ПИН(\s*$)/m.test(text), text);
  assert.match(text, /Без ограничения срока/);
});

test('English labels are used around the brand’s own texts', needsPoppler, async () => {
  const text = textOf(await maker.make(sampleGift, sampleCode, null, 'en'));
  assert.match(text, /Valid until 31 December 2027/);
  assert.match(text, /3,000 ₽/);
  assert.match(text, /Certificate number/);
});

test('the address of a link follows its text, once, unless the text contains it', needsPoppler, async () => {
  const termsHtml =
    '<p>Прочтите <a href="https://listva.example/rules?a=1&amp;b=2">полные правила</a> на <a href="https://listva.example/">listva.example</a>.</p>';
  const text = textOf(await maker.make({ ...sampleGift, termsHtml }, sampleCode, null, 'ru'));
  assert.match(text, /полные правила \(https:\/\/listva\.example\/rules\?a=1&b=2\) на listva\.example\./);
});

test('the text and the printed address of a link are clickable, with an ASCII address', async () => {
  const termsHtml =
    '<ol><li>Прочтите <a href="https://listva.example/правила">полные правила</a> на <a href="https://listva.example/">listva.example</a>.</li></ol>';
  const pdf = (await maker.make({ ...sampleGift, termsHtml }, sampleCode, null, 'ru')).toString('latin1');
  const addresses = [...pdf.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address]) => address);
  const rules = 'https://listva.example/%D0%BF%D1%80%D0%B0%D0%B2%D0%B8%D0%BB%D0%B0';
  assert.deepEqual(new Set(addresses), new Set([rules, 'https://listva.example/']));
  assert.equal(addresses.filter((address) => address === rules).length, 2);
  assert.match(pdf, /\/Subtype \/Link/);
  assert.match(pdf, /\/Type \/OBJR/);
});

test('a paragraph with links takes the height that was measured for it', needsPoppler, async () => {
  const line = `<li>Подробности <a href="https://listva.example/rules">в полных правилах нашей лавки</a>, ${'которые стоит прочесть до конца, '.repeat(3)}и не забыть.</li>`;
  const termsHtml = `<ol>${line.repeat(12)}</ol>`;
  const pdf = await maker.make({ ...sampleGift, termsHtml }, sampleCode, null, 'ru');
  const plain = await maker.make(
    {
      ...sampleGift,
      termsHtml: termsHtml.replaceAll(/<a [^>]*>([^<]*)<\/a>/g, '$1 (https://listva.example/rules)'),
    },
    sampleCode,
    null,
    'ru',
  );
  assert.equal(pagesOf(pdf), pagesOf(plain));
  assert.equal(textOf(pdf), textOf(plain));
});

// The library took seconds for it, until its time was over.
test('the longest terms without one space become a PDF', needsPoppler, async () => {
  const termsHtml = `<p>${'ж'.repeat(100_000)}</p>`;
  const text = textOf(await maker.make({ ...sampleGift, termsHtml }, sampleCode, null, 'ru'));
  assert.ok((text.match(/ж/g)?.length ?? 0) >= 100_000);
});

test('a sample has a red watermark on every page', needsPoppler, async () => {
  const termsHtml = `<ol>${'<li>Очень подробное условие, каких бывает много.</li>'.repeat(200)}</ol>`;
  const pdf = await maker.make({ ...sampleGift, termsHtml, sample: true }, sampleCode, null, 'ru');
  const pages = pagesOf(pdf);
  assert.ok(pages > 1);
  const phrase = poppler('pdftotext', pdf, '-raw').toString();
  assert.equal(phrase.replaceAll(/\s/g, '').match(/ОБРАЗЕЦ/g)?.length, pages);
  assert.match(phrase, /200\./);
});

test('a brand picture is included, and invalid picture data is left out', async () => {
  const jpeg = readFileSync(new URL('../../../../test/support/sample-brand.jpg', import.meta.url));
  const plain = await maker.make(sampleGift, sampleCode, null, 'ru');
  const pictured = await maker.make(sampleGift, sampleCode, jpeg, 'ru');
  assert.ok(pictured.length > plain.length + jpeg.length / 2);
  for (const invalid of [Buffer.from('<svg/>'), Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(99)])])
    assert.equal(
      (await maker.make(sampleGift, sampleCode, invalid, 'ru')).subarray(0, 5).toString(),
      '%PDF-',
    );
});

test('unusual texts do not break the layout', async () => {
  const odd = `Подарок 🎁\n\u0000${'д'.repeat(400)}`;
  const view: GiftView = {
    ...sampleGift,
    productTitle: odd,
    issuer: { name: odd, legalAddress: odd },
    support: { phone: odd, email: odd, url: odd },
    www: odd,
    orderNumber: odd,
    termsHtml: `<p>${'длинное слово '.repeat(3000)}</p>`,
  };
  const pdf = await maker.make(view, { number: 'Ж'.repeat(100), pin: '9'.repeat(50) }, null, 'en');
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
});

test('certificates beyond the limit are refused, the others are drawn, and later ones succeed', async () => {
  const asked = Array.from({ length: maxPdfsUnderWay + 5 }, () =>
    maker.make(sampleGift, sampleCode, null, 'ru'),
  );
  const outcomes = await Promise.allSettled(asked);
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 5);
  assert.ok((await maker.make(sampleGift, sampleCode, null, 'ru')).length > 0);
});
