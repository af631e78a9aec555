import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleGift } from '../../../../test/support/sample-gift.ts';
import { countParts } from '../../../platform/texter/split-text.ts';
import { giftText } from './gift-text.ts';

const receipt = { kind: 'receipt', link: 'https://gifts.example/receive', code: '012345678901' } as const;

test('a receipt text has sender, face, link and code', () => {
  const text = giftText({ view: sampleGift, language: 'ru', ...receipt });
  assert.equal(
    text,
    'Иван и Ольга: вам подарок, Листва, 3 000 ₽. Получить: https://gifts.example/receive код 0123 4567 8901',
  );
  const english = { ...sampleGift, senderName: 'Ivan', productTitle: 'Leaves' };
  const inEnglish = giftText({ view: english, language: 'en', ...receipt });
  assert.equal(
    inEnglish,
    'Ivan: a gift for you, Leaves, 3,000 RUB. Get it: https://gifts.example/receive code 0123 4567 8901',
  );
  assert.equal(countParts(inEnglish), 1);
});

test('a notice says that the certificate was sent by e-mail, without link or code', () => {
  const text = giftText({ view: sampleGift, language: 'ru', kind: 'notice' });
  assert.equal(text, 'Иван и Ольга: вам подарок, Листва, 3 000 ₽. Сертификат отправлен вам на почту.');
});

test('a sample is marked, and a missing name is left out', () => {
  const view = { ...sampleGift, sample: true, senderName: '' };
  assert.match(giftText({ view, language: 'ru', ...receipt }), /^ОБРАЗЕЦ\. Вам подарок, Листва/);
});

test('long names are shortened so that the text fits two parts with its link and code', () => {
  const long = { senderName: '👨‍👩‍👧 Семья '.repeat(30), productTitle: 'Лавка\r\nчая и кофе '.repeat(12) };
  for (const kind of [receipt, { kind: 'notice' } as const]) {
    const text = giftText({ view: { ...sampleGift, ...long, sample: true }, language: 'ru', ...kind });
    assert.equal(countParts(text), 2);
    assert.match(text, kind.kind === 'receipt' ? /receive код 0123 4567 8901$/ : /почту\.$/);
    assert.match(text, /…: вам подарок, Лавка чая.*…, 3 000 ₽/);
    assert.doesNotMatch(text, /[\r\n]/);
    assert.ok(text.isWellFormed());
  }
});
