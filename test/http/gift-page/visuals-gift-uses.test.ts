import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, open, visit as visitIn } from '../../support/gift-browser.ts';
import { formatFace } from '../../../src/platform/text/formats.ts';
import { giftSite, siteGifts, type GiftSite } from '../../support/gift-site.ts';
import { readBarcodePng } from '../../support/read-barcode.ts';
import { sampleCode } from '../../support/sample-gift.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

let site: GiftSite;
before(async () => {
  site = await giftSite();
});
after(() => site.close());

describe('an opened gift in use', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  const visit = (options: BrowserContextOptions, url: string, run: (page: Page) => Promise<void>) =>
    visitIn(browser, options, url, run);

  test('without scripts the certificate opens, shows the code and offers the PDF', async () => {
    await visit({ javaScriptEnabled: false, viewport: phone }, site.url('full', 'en'), async (page) => {
      await page.getByRole('button', { name: 'Open the certificate' }).click();
      assert.equal(await page.locator('#number').textContent(), sampleCode.number);
      assert.equal(await page.locator('#pin').textContent(), sampleCode.pin);
      assert.equal(
        await page.getByRole('button', { name: 'Copy' }).count(),
        0,
        'no button that does nothing',
      );
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download PDF' }).click();
      assert.match((await download).suggestedFilename(), /^certificate-.*\.pdf$/);
    });
  });

  test('the copy button copies the code and confirms it', async () => {
    const options = { viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] };
    await visit(options, site.url('full'), async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Скопировать номер' }).click();
      await page.getByRole('button', { name: 'Скопировать номер' }).getByText('Скопировано').waitFor();
      assert.equal(await page.getByRole('status').textContent(), 'Номер скопирован');
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), sampleCode.number);
    });
  });

  test('the barcode on the screen scans', async () => {
    for (const [name, text] of [
      ['full', sampleCode.number],
      ['square', sampleCode.pin],
      ['long', 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH'],
    ] as const)
      await visit(
        { viewport: phone, deviceScaleFactor: 3, colorScheme: 'dark' },
        site.url(name),
        async (page) => {
          await open(page);
          const png = await page.locator('.barcode').screenshot();
          assert.equal((await readBarcodePng(png))?.text, text, name);
        },
      );
  });

  test('the barcode fills the screen on white, by keys alone, and scans', async () => {
    const options = { viewport: phone, deviceScaleFactor: 2, colorScheme: 'dark' } as const;
    for (const [name, text] of [
      ['full', sampleCode.number],
      ['square', sampleCode.pin],
      ['fine', 'QWERTYUIOPASDFGHJKLZXCVBNM234567'],
    ] as const)
      await visit(options, site.url(name, 'en'), async (page) => {
        await open(page);
        await page.getByRole('button', { name: 'Show it large' }).focus();
        await page.keyboard.press('Space');
        const till = page.locator('dialog.till[open]');
        await till.waitFor();
        await noBarriers(page, `${name} at the till`);
        assert.deepEqual(await till.boundingBox(), { x: 0, y: 0, ...phone });
        assert.equal(
          await page.evaluate("getComputedStyle(document.getElementById('till')).backgroundColor"),
          'rgb(255, 255, 255)',
        );
        assert.equal((await readBarcodePng(await till.screenshot()))?.text, text);
        await page.keyboard.press('Escape');
        assert.equal(await till.count(), 0);
        assert.equal(await page.evaluate('document.activeElement.textContent'), 'Show it large');
      });
  });

  test('in landscape the phone shows the whole barcode, brand and face without scrolling', async () => {
    const options = { viewport: { width: 640, height: 320 }, deviceScaleFactor: 2 };
    for (const name of ['full', 'square', 'fine', 'long'])
      await visit(options, site.url(name, 'en'), async (page) => {
        await open(page);
        await page.getByRole('button', { name: 'Show it large' }).click();
        const till = page.locator('dialog.till[open]');
        const [content, view] = await page.evaluate<[number, number]>(
          "[document.getElementById('till').scrollHeight, document.getElementById('till').clientHeight]",
        );
        assert.ok(content <= view, `${name}: ${content} px of content in ${view} px`);
        const { view: gift } = siteGifts[name] ?? assert.fail();
        const heading = (await till.getByRole('heading').textContent()) ?? '';
        assert.ok(
          heading.includes(gift.productTitle) && heading.includes(formatFace(gift.faceKopecks, 'en')),
        );
        for (const part of await till.locator('svg:visible, h2, .till-code, a').all()) {
          const box = (await part.boundingBox()) ?? assert.fail();
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 640 && box.y + box.height <= 320, name);
        }
        const scanned = await readBarcodePng(await till.locator('svg:visible').screenshot());
        assert.ok(scanned !== null, name);
      });
  });

  test('without scripts the barcode fills the screen too, by a link and back', async () => {
    await visit({ javaScriptEnabled: false, viewport: phone }, site.url('full', 'en'), async (page) => {
      await open(page);
      assert.equal(await page.locator('.till').isVisible(), false);
      await page.getByText('Show it large').click();
      assert.equal((await readBarcodePng(await page.locator('.till').screenshot()))?.text, sampleCode.number);
      await page.getByText('Close').click();
      assert.equal(await page.locator('.till').isVisible(), false);
    });
  });

  test('the picture is drawn on the device and scans', async () => {
    for (const [name, text] of [
      ['full', sampleCode.number],
      ['square', sampleCode.pin],
      ['long', 'ABCDEFGHJKLMNPQRSTUVWXYZ1234567890ABCDEFGH'],
    ] as const)
      await visit({ viewport: phone }, site.url(name, 'en'), async (page) => {
        await open(page);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save as picture' }).click();
        assert.equal((await download).suggestedFilename(), 'certificate-1000345-7781204.png');
        const png = await readFile(await (await download).path());
        assert.equal((await readBarcodePng(png))?.text, text, name);
        assert.deepEqual(
          asked.filter((url) => !url.startsWith('blob:')),
          [],
          'nothing is sent anywhere',
        );
      });
  });

  test('the links for help and thanks start letters with the order number and no code', async () => {
    await visit({ viewport: phone }, site.url('full', 'ru'), async (page) => {
      await open(page);
      const hrefs = await page
        .locator('a[href^="mailto:"], a[href^="tel:"]')
        .evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')));
      assert.deepEqual(
        hrefs.map((href) => href.split('&')[0]),
        [
          'mailto:ivan@mail.example?subject=Спасибо за подарок!',
          'tel:+78001002030',
          'mailto:help@listva.example?subject=Сертификат не работает, заказ 1000345-7781204',
        ],
      );
      for (const href of hrefs)
        assert.ok(!href.includes(sampleCode.number) && !href.includes(sampleCode.pin));
    });
  });

  test('further shops unfold, and every answer to a resend is accessible', async () => {
    await visit({ viewport: phone }, site.url('full', 'en'), async (page) => {
      await open(page);
      await page.getByText('210 more addresses').click();
      assert.equal(await page.getByText('Ягодная ул., д. 55', { exact: true }).isVisible(), true);
      await noBarriers(page, 'unfolded');
      await page.getByRole('button', { name: 'Send it again' }).click();
      await page.getByRole('heading', { name: 'Sent again' }).waitFor();
      await noBarriers(page, 'sent again');
      await page.getByRole('link', { name: 'Back to the gift' }).click();
      await page.locator('.opened').waitFor();
    });
  });

  test('a design sets colours, labels and order, in each language', async () => {
    await visit({ viewport: phone }, site.url('designed', 'ru'), async (page) => {
      await page.getByRole('button', { name: 'Развернуть подарок' }).click();
      await page.locator('.opened').waitFor();
      assert.equal(await page.locator('h1').textContent(), 'Листва по-русски');
      const tops = await page
        .locator('.barcode, #pin, #number, .places, .support, .rich')
        .evaluateAll((elements) => elements.map(({ id, className }) => id || className));
      assert.deepEqual(tops, ['barcode', 'pin', 'number', 'places', 'rich', 'support']);
      assert.equal(
        await page.getByText('Номер заказа', { exact: true }).count(),
        0,
        'what is not listed is not shown',
      );
      const accent = await page.evaluate(
        "getComputedStyle(document.querySelector('[data-till]')).backgroundColor",
      );
      assert.equal(accent, 'rgb(20, 83, 45)');
    });
  });
});
