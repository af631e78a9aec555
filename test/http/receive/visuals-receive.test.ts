import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll } from '../../support/gift-browser.ts';
import { openReceipt } from '../../support/open-receipt.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const screens: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  narrow: { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

/** Nothing that axe finds, nothing wider than the screen; where a folder is named, a picture to look at. */
async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_RECEIVE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

describe('the receiving page in a browser', inBrowser, () => {
  const phone = '79123456789';
  let world: TestWorld;
  let browser: Browser | undefined;
  let code = '';

  before(async () => {
    world = await testWorld();
    const client = await world.client();
    const product = await world.product();
    await world.pool(product, 500, 1);
    const requestId = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
    await world.settle();
    const receipt = {
      clientId: client.id,
      requestId,
      round: 1,
      phone,
      salt: null,
      certificateExpiresAt: null,
    };
    code = (await openReceipt(world, receipt))?.code ?? '';
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  /** Fails when the browser complains, of the content policy first of all. */
  async function visit(options: BrowserContextOptions, language: string, run: (page: Page) => Promise<void>) {
    assert.ok(browser !== undefined);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    try {
      await page.goto(`${world.baseUrl}/receive?lang=${language}`);
      await run(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    );
  }

  for (const [screen, options] of Object.entries(screens)) {
    for (const language of ['ru', 'en']) {
      test(`the page fits a ${screen} screen, in ${language}`, () =>
        visit(options, language, async (page) => {
          await look(page, `${screen}-${language}`);
          await page.getByRole('button').click();
          await look(page, `${screen}-${language}-incomplete`);
          assert.equal(await page.locator('[aria-invalid=true]').count(), 2);
        }));
    }
  }

  test('wrong and right codes work without scripts', () =>
    visit(screens['phone'] ?? {}, 'ru', async (page) => {
      assert.equal(await page.locator('script').count(), 0);
      await page.getByLabel('Телефон').fill('8 912 345-67-89');
      await page.getByLabel('Код из СМС').fill(code === '000000000000' ? '000000000001' : '000000000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await look(page, 'refused-ru');
      assert.equal(await page.getByLabel('Телефон').inputValue(), '8 912 345-67-89');
      assert.equal(await page.getByLabel('Код из СМС').inputValue(), '');
      await page.getByLabel('Код из СМС').fill(code);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/g\/[\w-]{25}\?lang=ru$/);
      assert.match(await page.locator('main').innerText(), /Зерно/);
    }));

  test('too many attempts show how long to wait', () =>
    visit(screens['phone'] ?? {}, 'en', async (page) => {
      for (let count = 0; count <= 5; count += 1) {
        await page.getByLabel('Phone').fill('+7 900 000-00-00');
        await page.getByLabel('Code from the message').fill('000000000000');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        await page.waitForLoadState();
      }
      assert.match(await page.getByRole('alert').innerText(), /Wait \d+\sminutes/);
      await look(page, 'too-many-en');
    }));
});
