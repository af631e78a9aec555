import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { newPerson } from '../../support/people-world.ts';
import { callKept } from '../../support/call-kept.ts';
import type { TestClient } from '../../support/test-client.ts';
import { sayYes } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU', colorScheme: 'dark' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' } as const;

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `developer-${name}.png`), fullPage: true });
}

async function submit(page: Page, action: string, at = 0): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator(`form[action^="${action}"] button`).nth(at).click();
  await loaded;
}

describe('a developer’s way: keys, callbacks, replay, log', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let cookie = '';
  let secret = '';

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
    const kept = { name: 'facevalue-session', value: cookie, url: world.baseUrl };
    const storageState = {
      origins: [],
      cookies: [
        {
          name: kept.name,
          value: kept.value,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax' as const,
        },
      ],
    };
    return visit(browser, { ...options, storageState }, `${world.baseUrl}${path}`, run);
  };

  const call = async (
    cmd: string,
    key: string,
    data = '',
  ): Promise<{ status: string; data: { id: number } }> => {
    const query = { cmd, id: String(shop.id), in: 'json', sig: signatureOf(cmd, data, key), data };
    const answer = await fetch(`${world.baseUrl}/?${new URLSearchParams(query).toString()}`);
    return (await answer.json()) as { status: string; data: { id: number } };
  };

  test('empty pages say how to begin', async () => {
    await open(phone, '/c/callbacks', async (page) => {
      assert.match(await page.innerText('main'), /Здесь пока ничего нет/);
      await look(page, 'callbacks-empty-phone-dark');
      await page.goto(`${world.baseUrl}/c/api/log`);
      assert.match(await page.innerText('main'), /curl/);
      await look(page, 'log-empty-phone-dark');
    });
  });

  test('a key is rotated, a test call shows its answer, and errors are shown at their fields', async () => {
    await open(desktop, '/c/api', async (page) => {
      await look(page, 'api-desktop');
      await submit(page, '/c/api/keys?');
      await look(page, 'new-key-question-desktop');
      await sayYes(page);
      secret = await page.innerText('pre[data-secret]');
      await look(page, 'new-key-desktop');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: /^Copy: / }).click();
      await page.getByText('Copied').first().waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as a file' }).click(),
      ]);
      assert.equal(file.suggestedFilename(), 'live-key-2.txt');
      assert.ok(!file.url().includes(secret), 'a list of downloads does not know it');
      assert.match(
        await readFile(await file.path(), 'utf8'),
        new RegExp(`^New signing key\\n\\nKey 2\\n${secret}\\n$`),
      );
      await page.goto(`${world.baseUrl}/c/api`);
      assert.ok(!(await page.content()).includes(secret), 'it is shown once');
      await new Promise((resolve) => setTimeout(resolve, 1100));
      assert.equal((await call('test', secret)).status, 'ok');
      assert.equal((await call('test', shop.secret)).status, 'ok', 'the key of before is still good');
      await submit(page, '/c/api/keys/retire');
      await sayYes(page);
      assert.match(await page.innerText('main'), /no longer valid/);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      assert.equal((await call('test', shop.secret)).status, 'error');

      world.callbacks.answer(200, 'OK\n');
      await submit(page, '/c/api/test');
      assert.match(await page.innerText('main'), /Not accepted[^]*OK␊[^]*data%5Bid%5D=0/);
      await look(page, 'test-refused-desktop');
      world.callbacks.answer(200, 'OK');
      await page.goto(`${world.baseUrl}/c/api`);
      await submit(page, '/c/api/test');
      assert.match(await page.innerText('main'), /Accepted: status 200/);

      await page.goto(`${world.baseUrl}/c/api`);
      await page.fill('[name=networks]', '203.0.113.0/24\nnot a network');
      await submit(page, '/c/api/networks');
      assert.match(await page.innerText('main'), /“not” is neither a network nor an address/);
      assert.equal(await page.inputValue('[name=networks]'), '203.0.113.0/24\nnot a network');
      await look(page, 'networks-wrong-desktop');
      await page.check('[name=uuidRequired]');
      await submit(page, '/c/api/rules');
      assert.match(await page.innerText('main'), /takes effect within a second/);
      assert.ok(await page.isChecked('[name=uuidRequired]'));
    });
  });

  test('callbacks that were not accepted are found, shown and sent again', async () => {
    const product = await world.product({ scheme: 'platform' });
    world.callbacks.answer(500, 'Сломалось');
    const order = async (uuid: string): Promise<number> =>
      (await call('makeOrder', secret, JSON.stringify({ product_id: product.id, face: 500, uuid }))).data.id;
    const ids = [await order('one'), await order('two')];
    for (let minute = 0; minute <= 300; minute += 10) {
      await world.settle();
      world.clock.forward('10 min');
    }
    cookie = (await newPerson(world, { side: 'client', partyId: shop.id }, 'developer')).cookie;
    await open(phone, '/c/callbacks?which=failed', async (page) => {
      await look(page, 'callbacks-failed-phone-dark');
      await page.click(`a:text-is("${ids[0]}")`);
      assert.match(await page.innerText('main'), /\n8\n.*\n.*\n500 Сломалось[^]*data\[id\] = /);
      assert.doesNotMatch(await page.content(), /\/g\/[\w-]{10}/);
      await look(page, 'callback-phone-dark');
      world.callbacks.answer(200, 'OK');
      await submit(page, `/c/callbacks/${ids[0]}/replay`);
      await world.settle();
      await page.reload();
      assert.match(await page.innerText('main'), /принят/);
      await page.goto(`${world.baseUrl}/c/callbacks?which=failed`);
      await page.fill('[name=since]', '2020-01-01T00:00');
      await submit(page, '/c/callbacks/replay-failed');
      assert.match(await page.innerText('main'), /не раньше чем 90 дней/);
      await page.fill('[name=since]', '2026-11-21T00:00');
      await submit(page, '/c/callbacks/replay-failed');
      assert.match(await page.innerText('main'), /Отправляем ещё раз: 1/);
      await world.settle();
      await page.goto(`${world.baseUrl}/c/callbacks?request=${ids[1]}`);
      assert.match(await page.innerText('table'), /принят/);
    });
  });

  test('the log shows the last calls, and what to do about errors', async () => {
    assert.equal((await call('test', 'a wrong key')).status, 'error');
    await callKept(world, 'test', '1002');
    await open(desktop, '/c/api/log', async (page) => {
      assert.match(await page.innerText('main'), /1002[^]*exactly the text of data/);
      await page.locator('details:not(form details) summary').first().click();
      await look(page, 'log-desktop');
      await page.setViewportSize(phone.viewport);
      await look(page, 'log-phone');
      await page.goto(`${world.baseUrl}/c/api`);
      await look(page, 'api-phone');
    });
  });
});
