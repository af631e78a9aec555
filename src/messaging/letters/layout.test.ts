import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleGift } from '../../../test/support/sample-gift.ts';
import { giftLetter } from './gift/gift-letter.ts';
import { inertInLetter, inertInText } from './layout.ts';
import { reminderLetter } from './reminder/reminder-letter.ts';
import { giftText } from './text/gift-text.ts';

const inTexts: [written: string, sent: string][] = [
  ['Win at http://evil.example', 'Win at evil. example'],
  ['HTTPS://www.evil.example/x?y', 'www. evil. example/x?y'],
  ['anna@mail.example', 'anna @ mail. example'],
  ['сбер。рф', 'сбер. рф'],
  ['xn--e1a.xn--p1ai', 'xn--e1a. xn--p1ai'],
  ['http://10.0.0.1/x', '10. 0. 0.1/x'],
  ['tel:+79001234567', '+79001234567'],
  ['hxxp://evil.example', 'evil. example'],
  ['Анна и Пётр С.', 'Анна и Пётр С.'],
  ['С днём рождения, 21.11! Целую...', 'С днём рождения, 21.11! Целую...'],
  ['в 10.30, т. е. утром: приходи', 'в 10.30, т. е. утром: приходи'],
];

for (const [written, sent] of inTexts) {
  test(`«${written}» is «${sent}» in a text`, () => assert.equal(inertInText(written), sent));
  test(`«${written}» looks the same in a letter, without a scheme, and is no address`, () => {
    const seen = inertInLetter(written);
    assert.doesNotMatch(seen, address);
    assert.equal(seen.replaceAll('\u200c', ''), written.replace(/^(.*?)(?:[a-z]+:\/\/|tel:)/i, '$1'));
  });
}

/** What mail programs recognise as an address. */
const address = /:\/\/|[\p{L}\p{N}]\.\p{L}{2}|[\p{L}\p{N}]@[\p{L}\p{N}]|\d\.\d+\.\d+\.\d/u;
const lure = 'evil.example';
const names = ['Приз: http://evil.example/win', 'prize@evil.example'] as const;

test('a giver’s names and greeting make no link in a letter, a reminder or a text', () => {
  for (const language of ['ru', 'en'] as const) {
    const [senderName, recipientName] = names;
    const view = {
      ...sampleGift,
      senderName,
      recipientName,
      greeting: `Забери на www.${lure}\nили ${names[1]}`,
    };
    const link = 'https://gifts.example/g/abc';
    const letter = giftLetter({ view, language, link, code: null, picture: null });
    const now = new Date('2026-11-21T12:00:00Z');
    const reminder = reminderLetter({ view, language, link, now, expiresAt: now });
    const texts = [
      giftText({ view, language, kind: 'notice' }),
      giftText({ view, language, kind: 'receipt', link, code: '01234567' }),
    ];
    for (const text of [letter.subject, letter.html, letter.text, reminder.html, reminder.text, ...texts]) {
      assert.ok(!text.includes(lure), text.slice(Math.max(0, text.indexOf(lure) - 100)).slice(0, 300));
    }
    assert.ok(texts.every((text) => text.includes('evil. example')));
  }
});
