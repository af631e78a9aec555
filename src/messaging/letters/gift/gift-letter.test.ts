import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCode, sampleGift } from '../../../../test/support/sample-gift.ts';
import { giftLetter, type GiftLetterInput } from './gift-letter.ts';

const link = 'https://gifts.example/g/abcdefghijklmnopqrstuv';
const letter = (changes: Partial<GiftLetterInput> = {}) =>
  giftLetter({ view: sampleGift, link, code: null, language: 'ru', picture: 'cid:brand', ...changes });

test('both parts of the letter have sender, recipient, face, expiry date and link', () => {
  const { subject, html, text } = letter();
  assert.equal(subject, 'Иван и Ольга: вам подарок — сертификат «Листва»');
  for (const part of [html, text]) {
    const plain = part.replaceAll('\u00a0', ' ');
    for (const phrase of [
      'Анна',
      'Иван и Ольга',
      'Листва',
      '3 000 ₽',
      '31 декабря 2027',
      'Обнимаем!',
      link,
      '1000345-7781204',
    ])
      assert.ok(plain.includes(phrase), `no «${phrase}»`);
  }
  assert.match(html, /<img [^>]*src="cid:brand" alt="Листва"/);
});

test('quotation marks within a name become inner ones', () => {
  assert.match(
    letter({ view: { ...sampleGift, productTitle: 'Кафе «Мотылёк»' } }).subject,
    /«Кафе „Мотылёк“»/,
  );
});

test('the letter has the code only if asked to, and never in subject or preheader', () => {
  const closed = letter();
  assert.doesNotMatch(closed.html + closed.text, new RegExp(`${sampleCode.number}|${sampleCode.pin}`));
  const open = letter({ code: sampleCode });
  for (const part of [open.html, open.text]) {
    const read = part.replaceAll(/<\/?span[^>]*>/g, '');
    assert.ok(read.includes(sampleCode.number) && read.includes(sampleCode.pin));
    assert.ok(part.includes('Остаток не сгорает'), 'with its terms');
  }
  assert.match(open.html, /2200<\/span><span[^>]*>4512</, 'read in groups, copied whole');
  const head = open.html.slice(0, open.html.indexOf('role="presentation"'));
  assert.doesNotMatch(open.subject + head, new RegExp(sampleCode.number));
  assert.doesNotMatch(letter({ code: { number: 'A-1', pin: '' } }).text, /ПИН:/);
});

test('typed text is escaped, and headers stay on one line', () => {
  const evil = '"><script>alert(1)</script>\r\nBcc: all@evil.example';
  const view = {
    ...sampleGift,
    productTitle: evil,
    greeting: evil,
    senderName: evil,
    recipientName: evil,
    orderNumber: evil,
    termsHtml: evil,
    issuer: { name: evil, legalAddress: evil },
    support: { phone: evil, email: evil, url: evil },
  };
  const { subject, html } = letter({
    view,
    code: { number: evil, pin: evil },
    picture: 'javascript:alert(1)',
  });
  assert.doesNotMatch(html, /<script|javascript:/);
  assert.doesNotMatch(subject, /[\r\n]/);
  assert.ok(Array.from(subject).length < 180);
});

test('a sample is marked in subject, picture and text; an unlimited gift has no date', () => {
  const sample = letter({ view: { ...sampleGift, sample: true, expiresAt: null } });
  assert.match(sample.subject, /^\[ОБРАЗЕЦ\]/);
  assert.match(sample.html, />ОБРАЗЕЦ</);
  assert.match(sample.text, /\*\*\* ОБРАЗЕЦ \*\*\*/);
  assert.match(sample.text, /Без ограничения срока/);
  assert.match(letter({ language: 'en', view: { ...sampleGift, sample: true } }).subject, /^\[SAMPLE\]/);
});

test('a letter without names, greeting and picture is complete', () => {
  const view = { ...sampleGift, senderName: '', recipientName: '', greeting: '' };
  const { subject, html, text } = letter({ view, picture: null, language: 'en' });
  assert.equal(subject, 'A gift certificate for you: Листва');
  assert.doesNotMatch(html, /<img|<script|undefined|null/);
  assert.doesNotMatch(text, /\n{3}|undefined|null/);
});
