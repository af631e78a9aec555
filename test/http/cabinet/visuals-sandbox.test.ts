import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findSandbox } from '../../../src/clients/sandbox.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { newPerson } from '../../support/people-world.ts';
import { testClient, type TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU', colorScheme: 'dark' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' } as const;

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `sandbox-${name}.png`), fullPage: true });
}

async function submit(page: Page, action: string, at = 0): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator(`form[action^="${action}"] button.button`).nth(at).click();
  await loaded;
}

describe('a developer tries the sandbox', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let cookie = '';

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Подарки и точка' });
    browser = await sharedBrowser();
    cookie = (await newPerson(world, { side: 'client', partyId: shop.id }, 'developer')).cookie;
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const open = (options: BrowserContextOptions, path: string, run: (page: Page) => Promise<void>) => {
    const kept = {
      name: 'facevalue-session',
      value: cookie,
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    };
    const storageState = { origins: [], cookies: [kept] };
    return visit(browser, { ...options, storageState }, `${world.baseUrl}${path}`, run);
  };

  test('makes a test key, sets outcomes, moves a clock and looks into a callback', async () => {
    const product = await world.product();
    await world.pool(product, 500, 1);
    let secret = '';
    await open(desktop, '/c/api', async (page) => {
      await submit(page, '/c/api/keys', 1);
      secret = await page.locator('[data-secret]').innerText();
      assert.match(secret, /^test_/);
      await page.goto(`${world.baseUrl}/c/api`);
      await look(page, 'keys');
    });
    await open(phone, '/c/sandbox', async (page) => {
      await look(page, 'phone-dark');
      await page.locator('select[name=callbacks]').selectOption('own');
      await submit(page, '/c/sandbox/callbacks');
      assert.match(await page.innerText('main'), /Напишите адрес целиком/);
      await look(page, 'wrong-phone-dark');
      await page.locator('select[name=callbacks]').selectOption('inbox');
      await page.locator('select[name=inboxAnswer]').selectOption('status-500');
      await submit(page, '/c/sandbox/callbacks');
      await page.locator('input[name=productId]:not([type=hidden])').fill('77');
      await page.locator('select[name=script]').selectOption('simulate:bounce');
      await submit(page, '/c/sandbox/outcomes');
      await look(page, 'outcomes-phone-dark');
    });
    const { inboxAnswer, outcomes } = await findSandbox(world.home.db, shop.id);
    assert.deepEqual([inboxAnswer, outcomes], ['status-500', { 77: 'simulate:bounce' }]);

    const program = testClient(world.baseUrl, { id: shop.id, secret }, world.callbacks);
    const id = await program.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
    await world.settle();
    await open(desktop, `/c/orders/${id}`, async (page) => {
      await look(page, 'order');
      await submit(page, `/c/orders/${id}/clock`);
      assert.match(await page.innerText('main'), /was moved/);
    });
    await world.settle();
    await open(desktop, `/c/callbacks/${id}`, async (page) => {
      const text = await page.innerText('main');
      assert.match(text, /^8\t.*500 Internal Server Error$/m);
      assert.match(text, /webhook-signature: v1,/);
      assert.match(text, /openssl dgst -sha256/);
      await look(page, 'callback');
      await submit(page, `/c/callbacks/${id}/sample`);
      assert.match(await page.innerText('main'), /500/);
    });
    await open(phone, `/c/callbacks/${id}`, (page) => look(page, 'callback-phone-dark'));

    const real = await shop.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
    await world.settle();
    await open(desktop, `/c/callbacks/${real}`, async (page) => {
      assert.doesNotMatch(
        await page.innerText('main'),
        /webhook-signature/,
        'of a live one nothing more is shown',
      );
      assert.equal(await page.locator(`form[action*="/sample"]`).count(), 0);
      const forged = await page.request.post(`${world.baseUrl}/c/callbacks/${real}/sample`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        form: {},
      });
      assert.equal(forged.status(), 404);
      await page.goto(`${world.baseUrl}/c/orders/${real}`);
      assert.equal(await page.locator(`form[action*="/clock"]`).count(), 0);
    });
  });
});
