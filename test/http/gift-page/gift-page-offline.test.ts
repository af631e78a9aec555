import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, open as reveal } from '../../support/gift-browser.ts';
import { giftSite, siteGifts, tokenOf, type GiftSite } from '../../support/gift-site.ts';
import { sampleCode } from '../../support/sample-gift.ts';

const keptLine = (page: Page) => page.getByText('The certificate is kept on this device');
/** The addresses of gifts kept on the device. */
const keptPaths = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const cache = await caches.open('opened-gifts-1');
    const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => path.startsWith('/g/'));
  })()`);

describe('an opened gift without the internet', inBrowser, () => {
  let browser: Browser;
  let site: GiftSite;
  before(async () => {
    browser = await sharedBrowser();
    site = await giftSite();
  });
  after(async () => {
    await site.close();
  });

  async function device(run: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    try {
      await run(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  async function open(page: Page, name: string): Promise<void> {
    await page.goto(site.url(name, 'en'));
    await reveal(page);
  }

  test('offline, the opened page shows number, barcode and picture, says that it is a copy, and records no opening', async () => {
    await device(async (page, context) => {
      await open(page, 'full');
      await keptLine(page).waitFor();
      const revealsSoFar = site.reveals.length;
      await context.setOffline(true);
      for (const language of ['en', 'ru']) {
        const copy = await context.newPage();
        const complaints: string[] = [];
        copy.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        copy.on('pageerror', (error) => complaints.push(error.message));
        await copy.goto(site.url('full', language));
        assert.equal(await copy.locator('#number').textContent(), sampleCode.number);
        assert.equal(await copy.locator('#pin').textContent(), sampleCode.pin);
        assert.equal(await copy.getByText('This is the copy kept on your device').isVisible(), true);
        await noBarriers(copy, 'the copy');
        assert.ok(await copy.evaluate<number>("document.querySelector('.picture img').naturalWidth"));
        await copy.getByRole('button', { name: 'Show it large' }).click();
        assert.equal(await copy.locator('dialog.till[open] svg').isVisible(), true);
        await copy.getByRole('link', { name: 'Close' }).click();
        assert.equal(await copy.getByRole('button', { name: 'Download PDF' }).isVisible(), false);
        assert.deepEqual(complaints, []);
        await copy.close();
      }
      assert.equal(site.reveals.length, revealsSoFar);
    });
  });

  test('the copy is shown if the server is slow', async () => {
    await device(async (page) => {
      const { full } = siteGifts;
      assert.ok(full);
      siteGifts['slow'] = full;
      await open(page, 'slow');
      await keptLine(page).waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      siteGifts['slow'] = { ...full, waits: promise };
      await page.goto(site.url('slow', 'en'));
      assert.equal(await page.locator('#number').textContent(), sampleCode.number);
      resolve();
    });
  });

  test('the sealed page is never stored on the device', async () => {
    await device(async (page, context) => {
      await page.goto(site.url('full', 'en'));
      assert.deepEqual(await keptPaths(page), []);
      await context.setOffline(true);
      await assert.rejects(page.goto(site.url('full', 'en')));
    });
  });

  test('one button deletes the copy and disables storing until it is enabled again', async () => {
    await device(async (page, context) => {
      await open(page, 'full');
      await keptLine(page).waitFor();
      await page.getByRole('button', { name: 'Remove from this device' }).click();
      await page.getByText('The certificate is not kept on this device').waitFor();
      assert.deepEqual(await keptPaths(page), []);
      await open(page, 'soon');
      await page.getByText('The certificate is not kept on this device').waitFor();
      assert.deepEqual(await keptPaths(page), []);
      await page.getByRole('button', { name: 'Open without the internet' }).click();
      await keptLine(page).waitFor();
      assert.deepEqual(await keptPaths(page), [`/g/${tokenOf('soon')}`]);
      await context.setOffline(true);
      await page.goto(site.url('soon', 'en'));
      await page.getByRole('button', { name: 'Remove from this device' }).click();
      await assert.rejects(page.goto(site.url('soon', 'en')));
    });
  });

  test('the copy of an ended, blocked or unknown certificate is deleted at the next visit', async () => {
    const states = {
      redeemed: { ...siteGifts['redeemed'] },
      blocked: { ...siteGifts['blocked'] },
      gone: undefined,
    };
    for (const [name, later] of Object.entries(states))
      await device(async (page) => {
        const full = siteGifts['full'];
        assert.ok(full);
        siteGifts['changing'] = full;
        await open(page, 'changing');
        await keptLine(page).waitFor();
        if (later === undefined) delete siteGifts['changing'];
        else siteGifts['changing'] = { ...full, ...later };
        await page.goto(site.url('changing', 'en'));
        assert.deepEqual(await keptPaths(page), [], name);
      });
  });

  test('an expired certificate is neither stored nor shown from an older copy', async () => {
    await device(async (page, context) => {
      await open(page, 'expired');
      assert.deepEqual(await keptPaths(page), []);
      const full = siteGifts['full'];
      assert.ok(full);
      // The pages are from June 2027; by the device's clock this certificate has expired.
      siteGifts['lapsed'] = { ...full, view: { ...full.view, expiresAt: new Date('2020-01-01T00:00:00Z') } };
      await open(page, 'lapsed');
      await context.setOffline(true);
      await assert.rejects(page.goto(site.url('lapsed', 'en')));
    });
  });
});
