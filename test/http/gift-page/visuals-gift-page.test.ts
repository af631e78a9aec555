import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  inBrowser,
  sharedBrowser,
  noBarriers,
  noSidewaysScroll,
  open,
  visit as visitIn,
} from '../../support/gift-browser.ts';
import { overprinted, pagesOf, textOf } from '../../support/read-pdf.ts';
import { giftSite, siteGifts, type GiftSite, type SiteGift } from '../../support/gift-site.ts';

const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 568 };
const desktop = { width: 1280, height: 800 };

const termsCount = 14;
const fullGift = siteGifts['full'] ?? assert.fail();
const longTerms: SiteGift = {
  ...fullGift,
  view: {
    ...fullGift.view,
    termsHtml: `<ol>${'<li>Сертификат принимается в магазинах и на сайте, остаток сохраняется до конца срока действия; возврат товара, купленного по сертификату, проводится на новый сертификат.</li>'.repeat(termsCount)}</ol>`,
  },
};

let site: GiftSite;
before(async () => {
  site = await giftSite();
});
after(() => site.close());

describe('the looks of the gift page', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  const visit = (options: BrowserContextOptions, url: string, run: (page: Page) => Promise<void>) =>
    visitIn(browser, options, url, run);

  /** The whole matrix for the fullest gift; the others in their most different variants. */
  const looks = [
    { viewport: phone, colorScheme: 'light', language: 'ru', names: [...Object.keys(siteGifts), 'nobody'] },
    { viewport: desktop, colorScheme: 'dark', language: 'en', names: [...Object.keys(siteGifts), 'nobody'] },
    { viewport: phone, colorScheme: 'dark', language: 'en', names: ['full'] },
    { viewport: phone, colorScheme: 'light', language: 'en', names: ['full'] },
    { viewport: phone, colorScheme: 'dark', language: 'ru', names: ['full'] },
    { viewport: desktop, colorScheme: 'light', language: 'ru', names: ['full'] },
    { viewport: desktop, colorScheme: 'light', language: 'en', names: ['full'] },
    { viewport: desktop, colorScheme: 'dark', language: 'ru', names: ['full'] },
  ] as const;

  for (const { viewport, colorScheme, language, names } of looks)
    for (const name of names)
      test(`accessible, no horizontal scrolling: ${name}, ${viewport.width} px, ${colorScheme}, ${language}`, async () => {
        await visit({ viewport, colorScheme }, site.url(name, language), async (page) => {
          await noBarriers(page, 'sealed');
          await noSidewaysScroll(page, 'sealed');
          if ((await page.locator('.body button').count()) === 0) return;
          await open(page);
          await noBarriers(page, 'opened');
          await noSidewaysScroll(page, 'opened');
        });
      });

  test('nothing overflows at 320 pixels', async () => {
    for (const name of Object.keys(siteGifts))
      await visit({ viewport: narrow }, site.url(name), async (page) => {
        await noSidewaysScroll(page, name);
        if ((await page.locator('.body button').count()) > 0) await open(page);
        await noSidewaysScroll(page, `${name} opened`);
      });
  });

  test('every button and link is at least 44 pixels high', async () => {
    await visit({ viewport: phone }, site.url('full'), async (page) => {
      await open(page);
      for (const button of await page.locator('button:visible, nav a').all()) {
        const box = await button.boundingBox();
        assert.ok((box?.height ?? 0) >= 44, `${await button.textContent()} is ${box?.height} px high`);
      }
    });
  });

  test('the code is on the screen at once when the gift opens', async () => {
    for (const viewport of [phone, desktop])
      await visit({ viewport }, site.url('full'), async (page) => {
        await open(page);
        const box = await page.locator('#number').boundingBox();
        assert.ok(box !== null && box.y + box.height <= viewport.height, `the number ends at ${box?.y} px`);
      });
  });

  test('at 360 pixels the greeting and the button are both on the first screen', async () => {
    const viewport = { width: 360, height: 740 };
    await visit({ viewport }, site.url('full'), async (page) => {
      const [greeting, button] = [
        await page.locator('blockquote').boundingBox(),
        await page.locator('button.reveal').boundingBox(),
      ];
      assert.ok(greeting !== null && button !== null && greeting.y + greeting.height < button.y);
      assert.ok(
        button.y + button.height <= viewport.height,
        `the button ends at ${button.y + button.height}`,
      );
    });
  });

  test('a stamp on a plain banner is not underlined, and a button styled as a link has no background', async () => {
    await visit({ viewport: phone }, site.url('refunded'), async (page) => {
      const line = await page.evaluate(
        `getComputedStyle(document.querySelector('.picture')).textDecorationLine`,
      );
      assert.equal(line, 'none');
    });
    await visit({ viewport: phone }, site.url('full'), async (page) => {
      await open(page);
      const ground = await page.evaluate(
        `getComputedStyle(document.querySelector('.keeping button')).backgroundImage`,
      );
      assert.equal(ground, 'none');
    });
  });

  test('the print has the whole picture and the addresses of links on one page', async () => {
    await visit({ viewport: desktop }, site.url('full'), async (page) => {
      await open(page);
      await page.emulateMedia({ media: 'print' });
      const box = await page.locator('.picture').boundingBox();
      assert.ok(box !== null && Math.abs(box.width / box.height - 1360 / 620) < 0.02, 'nothing is cut away');
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
      const text = textOf(pdf).replaceAll(/\s+/g, ' ');
      assert.equal(pagesOf(pdf), 1);
      for (const { address } of siteGifts['full']?.places?.first ?? assert.fail())
        assert.ok(text.replaceAll(/[\s;]/g, '').includes(address.replaceAll(' ', '')), address);
      assert.ok(!text.includes('Ещё 210'), 'no greeting that only a screen unfolds');
      assert.ok(text.includes('Полные правила (https://listva.example/rules).'));
    });
  });

  test('long terms are printed on as few pages as possible, without lines over each other', async () => {
    siteGifts['long-terms'] = longTerms;
    for (const [name, pages] of [
      ['long-terms', 2],
      ['long', 2],
    ] as const) {
      await visit({ viewport: desktop }, site.url(name), async (page) => {
        await open(page);
        await page.emulateMedia({ media: 'print' });
        const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
        assert.equal(pagesOf(pdf), pages);
        assert.deepEqual(overprinted(pdf), []);
        if (name === 'long-terms')
          assert.equal(textOf(pdf).match(/Сертификат принимается/g)?.length, termsCount);
      });
    }
  });

  test('the printed stamp of a redeemed certificate is whole', async () => {
    await visit({ viewport: desktop }, site.url('redeemed'), async (page) => {
      await open(page);
      await page.emulateMedia({ media: 'print' });
      const [picture, stamp] = [
        await page.locator('.picture').boundingBox(),
        await page.locator('.stamp').boundingBox(),
      ];
      assert.ok(picture !== null && stamp !== null);
      assert.ok(stamp.y >= picture.y && stamp.y + stamp.height <= picture.y + picture.height);
      assert.ok(stamp.x >= picture.x && stamp.x + stamp.width <= picture.x + picture.width);
    });
  });

  test('the print leaves the buttons out and stays black on white', async () => {
    await visit({ viewport: desktop, colorScheme: 'dark' }, site.url('full'), async (page) => {
      await open(page);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('button:visible, nav:visible').count(), 0);
      assert.equal(await page.locator('#number').isVisible(), true);
      assert.equal(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        'rgb(255, 255, 255)',
      );
    });
  });
});
