import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { registerDocs } from '../../src/http/docs/routes.ts';
import { servePageAssets } from '../../src/web/page-assets.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../support/gift-browser.ts';
import { darkDesktop, phone } from '../support/signed-in-browser.ts';
import { builtSite, type BuiltSite } from './built-site.ts';
import { root } from './read-samples.ts';

let site: BuiltSite;
let app: FastifyInstance;
let plain: FastifyInstance;
let browser: Browser;

before(async () => {
  if (inBrowser.skip !== false) return;
  site = builtSite();
  app = Fastify();
  registerDocs(app, { docsFolder: site.folder, docsSources: join(root, 'docs') });
  await app.listen({ port: 0, host: '127.0.0.1' });
  plain = Fastify();
  servePageAssets(plain);
  registerDocs(plain, { docsFolder: join(site.folder, 'none'), docsSources: join(root, 'docs') });
  await plain.listen({ port: 0, host: '127.0.0.1' });
  browser = await sharedBrowser();
});
after(async () => {
  if (inBrowser.skip !== false) return;
  await Promise.all([app.close(), plain.close()]);
  site[Symbol.dispose]();
});

const at = (path: string): string => `${app.listeningOrigin}/docs/${path}`;

test('pages have no barriers, on a phone and on a wide dark screen', inBrowser, async () => {
  for (const path of [
    '',
    'ru/concepts/',
    'ru/reference/makeOrder/',
    'errors/',
    'ru/benchmarks/',
    'commands/',
  ]) {
    for (const options of [phone, darkDesktop]) {
      await visit(browser, options, at(path), async (page) => {
        await noBarriers(page, path);
        await noSidewaysScroll(page, path);
      });
    }
  }
});

test('documents without a site have no barriers either', inBrowser, async () => {
  for (const path of ['', 'ru/operator/', 'client-api/', 'decisions/'])
    for (const options of [phone, darkDesktop])
      await visit(browser, options, `${plain.listeningOrigin}/docs/${path}`, async (page) => {
        await noBarriers(page, path);
        await noSidewaysScroll(page, path);
      });
});

test('the search finds a Russian word by its stem, under the content policy', inBrowser, async () => {
  await visit(browser, phone, at('ru/'), async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('сертификатами');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#results li mark');
    const marks = await page.locator('#results mark').allTextContents();
    assert.ok(
      marks.every((text) => /сертификат/i.test(text)) && marks.some((text) => !/сертификатами/i.test(text)),
      marks.join(),
    );
    await noBarriers(page, 'search');
  });
});

test('chosen colours stay, and the other language shows the same page', inBrowser, async () => {
  await visit(browser, phone, at('operating/'), async (page) => {
    await page.locator('#theme').click();
    await page.getByRole('link', { name: 'По-русски' }).click();
    await page.waitForURL('**/docs/ru/operating/');
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  });
});
