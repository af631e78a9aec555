import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers } from '../support/gift-browser.ts';
import type { GiftView } from '../../src/certificates/certificate.ts';
import { activationLetter } from '../../src/messaging/letters/activation/activation-letter.ts';
import { alertLetter } from '../../src/messaging/letters/alert/alert-letter.ts';
import { digestLetter } from '../../src/messaging/letters/digest/digest-letter.ts';
import { giftLetter, type GiftLetterInput } from '../../src/messaging/letters/gift/gift-letter.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { sampleCode, sampleGift } from '../support/sample-gift.ts';

const widths = [320, 375, 600, 900];
const languages: Language[] = ['ru', 'en'];
const link = 'https://gifts.example/g/abcdefghijklmnopqrstuv';
const contentId = 'cid:brand';
const picture = readFileSync(join(import.meta.dirname, '../support/sample-brand.jpg'), 'base64');

/** Values as irregular as people and brands can make them. */
const odd: GiftView = {
  ...sampleGift,
  productTitle: 'Сертификат с_названием_которое_никак_не_помещается_в_одну_строку_телефона 🎁',
  recipientName: 'Константин-Александр_Рождественский'.repeat(4),
  senderName: '<b>Иван</b> & «Ольга» 💐\u202eabc',
  greeting: `${'слово'.repeat(60)}\n\n— 😀👨‍👩‍👧‍👦 <script>alert(1)</script>\nhttps://example.example/${'a'.repeat(90)}`,
  faceKopecks: 1_234_567_890,
  orderNumber: '9007199254740991-9007199254740991',
  support: {
    phone: '+7 (800) 100-20-30',
    email: `${'dlinnyy-'.repeat(8)}adres@listva-chaynaya-lavka.example`,
    url: `https://listva.example/help/${'x'.repeat(60)}`,
  },
  termsHtml: `<p>${'непрерывно'.repeat(20)}</p><ol>${'<li>Условие <a href="https://listva.example/">ссылка</a></li>'.repeat(6)}</ol>`,
  sample: true,
  state: 'awaiting-activation',
};

const gift = (language: Language, changes: Partial<GiftLetterInput>): string =>
  giftLetter({ view: sampleGift, link, code: null, language, picture: null, ...changes }).html;

const letters: Record<string, (language: Language) => string> = {
  gift: (language) => gift(language, { picture: contentId }),
  'gift with its code': (language) => gift(language, { code: sampleCode }),
  'odd gift': (language) =>
    gift(language, {
      view: odd,
      code: { number: 'ABCDEFGHJKLMNPQRSTUVWXYZ'.repeat(3), pin: '9'.repeat(30) },
    }),
  activation: (language) =>
    activationLetter({
      kind: 'table',
      language,
      letterId: 7,
      supplierName: 'ООО «Листва и очень длинное имя поставщика»',
      link: 'https://gifts.example/activation/abcdefghijklmnopqrstuv',
      mayReply: true,
      madeAt: new Date('2026-11-21T09:00:00Z'),
      rows: Array.from({ length: 5 }, (_, index) => ({
        row: index + 1,
        number: `220045129876003${index}`,
        orderNumber: `10000001-350000${index}`,
        faceKopecks: 300_000,
        expiresAt: new Date('2027-12-31T20:59:59Z'),
      })),
    }).html,
  digest: (language) =>
    digestLetter({
      kind: 'letters-failed',
      language,
      amount: 1200,
      examples: ['3500001 · smtp 550 5.1.1', `3500002 · ${'слово-без-пробелов'.repeat(4)}`],
      madeAt: new Date('2026-11-21T09:00:00Z'),
    }).html,
  alert: (language) =>
    alertLetter({
      language,
      kind: 'stock',
      supplierName: 'ООО «Листва»',
      about: 'Чайная лавка с_названием_которое_никак_не_помещается_в_одну_строку_телефона',
      productId: 2001,
      faceKopecks: 50_000,
      endsOn: null,
      left: 2,
      limit: 10,
      raisedAt: new Date('2026-11-21T09:00:00Z'),
    }).html,
};

describe('letters in a browser', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  async function show(letter: string, colorScheme: 'light' | 'dark', look: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 800 } });
    const page = await context.newPage();
    try {
      await page.setContent(letter.replace(contentId, `data:image/jpeg;base64,${picture}`));
      await look(page);
    } finally {
      await context.close();
    }
  }

  for (const [name, make] of Object.entries(letters))
    for (const language of languages)
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${name}: fits and is accessible, ${colorScheme}, ${language}`, () =>
          show(make(language), colorScheme, async (page) => {
            for (const width of widths) await fits(page, width);
            await page.setViewportSize({ width: 375, height: 800 });
            await noBarriers(page, 'the letter', { letter: true });
          }));

  test('letters fit without their style sheet', async () => {
    for (const [name, make] of Object.entries(letters)) {
      const bare = make('ru').replace(/<style>[\s\S]*?<\/style>/, '');
      assert.notEqual(bare, make('ru'), name);
      await show(bare, 'light', async (page) => {
        for (const width of widths) await fits(page, width);
      });
    }
  });

  test('the line for the preview is not seen in the letter', async () => {
    await show(gift('ru', {}), 'light', async (page) => {
      const preheader = page.locator('body > div').first();
      assert.match((await preheader.textContent()) ?? '', /3\s000\s₽/);
      assert.equal(await preheader.isVisible(), false);
    });
  });

  test('links and buttons are large enough for a finger', async () => {
    await show(gift('ru', {}), 'light', async (page) => {
      const box = await page.getByRole('link', { name: 'Открыть сертификат' }).boundingBox();
      assert.ok((box?.height ?? 0) >= 44 && (box?.width ?? 0) >= 200);
    });
  });
});

async function fits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const content = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(content <= width, `${content} px of content in ${width} px`);
}
