import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers } from '../support/gift-browser.ts';
import { inventedProduct, sampleView } from '../../src/certificates/sample-view.ts';
import { giftLetter, type GiftLetterInput } from '../../src/messaging/letters/gift/gift-letter.ts';
import { readTemplate } from '../../src/certificates/templates/read-template.ts';
import { sampleCode, sampleGift } from '../support/sample-gift.ts';

const picture = `data:image/jpeg;base64,${readFileSync(new URL('../support/sample-brand.jpg', import.meta.url)).toString('base64')}`;
const link = 'https://gifts.example/g/abcdefghijklmnopqrstuvwxyz0123456789';

const tea = readTemplate(readFileSync(new URL('../../seeds/templates/dym-i-chabrets.json', import.meta.url)));
assert.ok(tea.is === 'read');
const { design } = sampleView(
  inventedProduct.ru,
  { template: tea.template, greeting: null, language: 'ru' },
  new Date(0),
);

const letters: Record<string, Omit<GiftLetterInput, 'link'>> = {
  closed: { view: sampleGift, code: null, language: 'ru', picture: 'cid:brand' },
  'with the code': { view: sampleGift, code: sampleCode, language: 'en', picture: 'cid:brand' },
  'in a template’s colours and words': {
    view: { ...sampleGift, design },
    code: sampleCode,
    language: 'en',
    picture: null,
  },
  sample: {
    view: { ...sampleGift, sample: true, greeting: 'непрерывно'.repeat(40), state: 'awaiting-activation' },
    code: { number: 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH', pin: '' },
    language: 'ru',
    picture: null,
  },
};

describe('the gift letter as mail programs show it', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [name, input] of Object.entries(letters))
    for (const width of [320, 800])
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${name}: ${width} px, ${colorScheme}`, async () => {
          const letter = giftLetter({ ...input, link });
          const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
          const page = await context.newPage();
          await page.setContent(letter.html.replaceAll('cid:brand', picture));
          const content = await page.evaluate<number>('document.documentElement.scrollWidth');
          assert.ok(content <= width, `${content} px of content in ${width} px`);
          await noBarriers(page, 'the letter', { letter: true });
          await context.close();
        });
});
