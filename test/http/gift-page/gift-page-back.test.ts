import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, launchBrowser, open } from '../../support/gift-browser.ts';
import { giftSite, type GiftSite } from '../../support/gift-site.ts';
import { sampleCode } from '../../support/sample-gift.ts';

/** As browsers within apps are: a phone's screen, no service worker. */
const inApp: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  serviceWorkers: 'block',
};

const number = (page: Page) => page.locator('#number').textContent();

describe('an opened gift that a browser comes back to', inBrowser, () => {
  let browser: Browser;
  let site: GiftSite;
  before(async () => {
    browser = await launchBrowser(['--disable-features=BackForwardCache']);
    site = await giftSite();
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  async function device(options: BrowserContextOptions, run: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ ...inApp, ...options });
    try {
      await run(await context.newPage());
    } finally {
      await context.close();
    }
  }

  for (const javaScriptEnabled of [true, false]) {
    const scripts = javaScriptEnabled ? 'with' : 'without';
    test(`is shown after going back, reloading and in another language, ${scripts} scripts`, async () => {
      await device({ javaScriptEnabled }, async (page) => {
        await page.goto(site.url('full', 'en'));
        await open(page);
        assert.equal(await number(page), sampleCode.number);
        const opened = page.url();
        // A link has random signs, so four digits of a PIN may stand there by chance.
        assert.ok(!opened.includes(sampleCode.number));
        assert.equal(opened, site.url('full', 'en'));
        for (const elsewhere of ['about:blank', site.url('bare', 'en')]) {
          await page.goto(elsewhere);
          await page.goBack();
          assert.equal(await number(page), sampleCode.number);
        }
        await page.reload();
        assert.equal(await number(page), sampleCode.number);
        await page.goto(site.url('full', 'ru'));
        assert.equal(await number(page), sampleCode.number);
        await page.goto(site.url('bare', 'en'));
        assert.equal(await page.locator('#number').count(), 0, 'another gift is not open by that');
      });
    });
  }

  test('is sealed again in another browser, and from a link that another site shows', async () => {
    await device({}, async (page) => {
      await page.goto(site.url('full', 'en'));
      await open(page);
      await page.goto(`data:text/html,<a href="${site.url('full', 'en')}">gift</a>`);
      await page.click('a');
      await page.waitForURL(site.url('full', 'en'));
      assert.equal(await page.locator('#number').count(), 0);
    });
    await device({}, async (page) => {
      await page.goto(site.url('full', 'en'));
      assert.equal(await page.locator('#number').count(), 0);
    });
  });

  test('opens in a browser that keeps no cookies', async () => {
    await device({}, async (page) => {
      await page.goto(site.url('full', 'en'));
      await page.context().clearCookies();
      await open(page);
      assert.equal(await number(page), sampleCode.number);
    });
  });

  test('is no longer open once it was forgotten, and a resend can be gone back to', async () => {
    const context = await browser.newContext({ ...inApp, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(site.url('full', 'en'));
    await open(page);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByRole('link', { name: 'Back to the gift' }).click();
    await page.goBack();
    assert.match(page.url(), /\/resend\?said=/);
    assert.equal(await page.locator('main h1').count(), 1);
    await page.goto(site.url('full', 'en'));
    await page.getByText('The certificate is kept on this device').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The certificate is kept on this device').waitFor({ state: 'hidden' });
    await page.reload();
    assert.equal(await page.locator('#number').count(), 0);
    await context.close();
  });
});
