import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers } from '../support/gift-browser.ts';
import {
  reminderLetter,
  type ReminderLetterInput,
} from '../../src/messaging/letters/reminder/reminder-letter.ts';
import { sampleCode, sampleGift } from '../support/sample-gift.ts';

const expiresAt = new Date('2027-12-31T20:59:59Z');
const common = {
  link: 'https://gifts.example/g/abcdefghijklmnopqrstuvwxyz0123456789',
  expiresAt,
  view: sampleGift,
};

const letters: Record<string, ReminderLetterInput> = {
  month: { ...common, language: 'ru', now: new Date('2027-12-01T08:00:00Z') },
  days: { ...common, language: 'en', now: new Date('2027-12-28T08:00:00Z') },
  sample: {
    ...common,
    view: {
      ...sampleGift,
      sample: true,
      productTitle: 'непрерывно'.repeat(8),
      recipientName: '',
      support: { phone: '', email: '', url: '' },
      issuer: { name: '', legalAddress: '' },
    },
    language: 'ru',
    now: new Date('2027-12-31T08:00:00Z'),
  },
};

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const subject = (now: string, language: 'ru' | 'en' = 'ru'): string =>
  plain(reminderLetter({ ...common, language, now: new Date(now) }).subject);

test('the subject has the number of days left, and marks a sample', () => {
  assert.equal(subject('2027-12-30T08:00:00Z'), 'Сертификат «Листва» действует ещё 1 день');
  assert.equal(subject('2027-12-28T20:59:59Z'), 'Сертификат «Листва» действует ещё 3 дня');
  assert.equal(subject('2027-12-28T21:00:00Z'), 'Сертификат «Листва» действует ещё 2 дня');
  assert.equal(subject('2027-12-31T08:00:00Z'), 'Сегодня последний день сертификата «Листва»');
  assert.equal(subject('2027-12-30T08:00:00Z', 'en'), '1 day left for your gift certificate: Листва');
  assert.match(reminderLetter(letters['sample'] ?? assert.fail()).subject, /^\[ОБРАЗЕЦ\] /);
});

test('both parts have the link, the face and the last day, and never the code or PIN', () => {
  for (const input of Object.values(letters)) {
    const letter = reminderLetter(input);
    for (const part of [letter.subject, letter.html, letter.text])
      assert.ok(!part.includes(sampleCode.number) && !part.includes(sampleCode.pin));
    for (const part of [letter.html, letter.text]) {
      assert.ok(part.includes(input.link));
      assert.match(plain(part), /3[ ,]000 ₽[\s\S]*31 (декабря|December) 2027/);
    }
  }
});

describe('the reminder as mail programs show it', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [name, input] of Object.entries(letters))
    for (const width of [320, 800])
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${name}: ${width} px, ${colorScheme}`, async () => {
          const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
          const page = await context.newPage();
          await page.setContent(reminderLetter(input).html);
          const content = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(content <= width, `${content} px of content in ${width} px`);
          const pictures = process.env['FACEVALUE_LETTER_PICTURES'];
          if (pictures)
            await page.screenshot({
              path: join(pictures, `${name}-${width}-${colorScheme}.png`),
              fullPage: true,
            });
          await noBarriers(page, 'the letter', { letter: true });
          await context.close();
        });
});
