import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { giftSite, siteGifts, type GiftSite } from './gift-site.ts';
import { readBarcodePng } from './read-barcode.ts';
import { sampleCode } from './sample-gift.ts';

const chromiumPath = '/usr/bin/chromium';
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 568 };
const desktop = { width: 1280, height: 800 };

let site: GiftSite;
before(async () => {
  site = await giftSite();
});
after(() => site.close());

/** WCAG 2.2 to level AA, the size of targets included, and what axe advises beyond. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function noBarriers(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run({ runOnly: ${JSON.stringify(rules)} }).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  assert.deepEqual(found, [], where);
}

/** Presses the button and waits for the page that answers. */
async function open(page: Page): Promise<void> {
  await page.click('button.reveal');
  await page.locator('.opened').waitFor();
}

async function noSidewaysScroll(page: Page, where: string): Promise<void> {
  const [content, view] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(content <= view, `${where}: ${content} px of content in ${view} px`);
}

const inBrowser = {
  skip:
    existsSync(chromiumPath) || process.env['CI'] ? false : `Chromium is not installed at ${chromiumPath}`,
};

describe('the gift page in a browser', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  });
  after(() => browser.close());

  /** Opens a page and fails when the browser has anything to complain of, the content policy first of all. */
  async function visit(options: BrowserContextOptions, url: string, run: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ reducedMotion: 'reduce', acceptDownloads: true, ...options });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
    );
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(url);
      await run(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    );
  }

  /** The whole matrix for the fullest gift; the others where they differ most. */
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
      test(`no barriers, no sideways scroll: ${name}, ${viewport.width} px, ${colorScheme}, ${language}`, async () => {
        await visit({ viewport, colorScheme }, site.url(name, language), async (page) => {
          await noBarriers(page, 'sealed');
          await noSidewaysScroll(page, 'sealed');
          if ((await page.locator('button.reveal').count()) === 0) return;
          await open(page);
          await noBarriers(page, 'opened');
          await noSidewaysScroll(page, 'opened');
        });
      });

  test('nothing sticks out at 320 pixels', async () => {
    for (const name of Object.keys(siteGifts))
      await visit({ viewport: narrow }, site.url(name), async (page) => {
        await noSidewaysScroll(page, name);
        if ((await page.locator('button.reveal').count()) > 0) await open(page);
        await noSidewaysScroll(page, `${name} opened`);
      });
  });

  test('everything a finger presses is at least 44 pixels high', async () => {
    await visit({ viewport: phone }, site.url('full'), async (page) => {
      await open(page);
      for (const button of await page.locator('button:visible, nav a').all()) {
        const box = await button.boundingBox();
        assert.ok((box?.height ?? 0) >= 44, `${await button.textContent()} is ${box?.height} px high`);
      }
    });
  });

  test('what was asked for is on the screen at once when the gift opens', async () => {
    for (const viewport of [phone, desktop])
      await visit({ viewport }, site.url('full'), async (page) => {
        await open(page);
        const box = await page.locator('#number').boundingBox();
        assert.ok(box !== null && box.y + box.height <= viewport.height, `the number ends at ${box?.y} px`);
      });
  });

  test('without scripts it opens, shows the code and gives the PDF', async () => {
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

  test('the copy button copies the very code and says so', async () => {
    const options = { viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] };
    await visit(options, site.url('full'), async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Скопировать номер' }).click();
      await page.getByText('Скопировано').first().waitFor();
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
