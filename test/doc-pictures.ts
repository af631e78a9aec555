/**
 * `node bin/facevalue.mjs --run test/doc-pictures.ts http://127.0.0.1:8080`: takes the pictures of docs/pictures again, of the
 * demo that runs at this address; only those that are named behind it. Brands and people there are invented.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { sharedBrowser } from './support/gift-browser.ts';

const [, , address = 'http://127.0.0.1:8080', ...named] = process.argv;
const folder = join(import.meta.dirname, '../docs/pictures');
/** Of the palette: enough for pages that are mostly paper, ink and one accent. */
const colours = 64;

const wide = { width: 960, height: 900 };
const phone = { width: 360, height: 1400 };

interface Picture {
  name: string;
  /** As the page of the demo's persons calls somebody. */
  person: string;
  path: string;
  size?: { width: number; height: number };
  language?: 'ru' | 'en';
  /** Follows the first link whose address begins so. */
  opens?: string;
}

const owner = 'anna@snegir.example';
const admin = 'irina@facevalue.example';
const manager = 'oleg@pech-da-rech.example';
const newcomer = 'marfa@mednaya-melnitsa.example';

const pictures: readonly Picture[] = [
  { name: 'cabinet-overview', person: owner, path: '/c' },
  { name: 'cabinet-orders', person: owner, path: '/c/orders', size: { width: 960, height: 700 } },
  { name: 'cabinet-order-phone', person: owner, path: '/c/orders', opens: '/c/orders/3', size: phone },
  { name: 'cabinet-money', person: owner, path: '/c/money' },
  { name: 'cabinet-bulk', person: owner, path: '/c/bulk' },
  { name: 'cabinet-charts', person: owner, path: '/c/charts' },
  { name: 'cabinet-api', person: owner, path: '/c/api' },
  { name: 'operator-what-waits', person: admin, path: '/o' },
  { name: 'operator-health', person: admin, path: '/o/health?span=day' },
  { name: 'operator-product-sale', person: admin, path: '/o/products?q=отылёк', opens: '/o/products/201' },
  { name: 'operator-proof', person: admin, path: '/o/proof' },
  { name: 'operator-draft', person: admin, path: '/o/drafts', opens: '/o/drafts/1' },
  { name: 'operator-onboarding', person: admin, path: '/o/onboarding' },
  { name: 'supplier-overview', person: manager, path: '/s', language: 'ru' },
  { name: 'supplier-redeemed', person: manager, path: '/s/redeemed' },
  { name: 'supplier-settlement', person: manager, path: '/s/settlement', opens: '/s/settlement/2' },
  { name: 'supplier-onboarding', person: newcomer, path: '/s/start', language: 'ru' },
];

async function take(browser: Browser, picture: Picture): Promise<void> {
  const { name, person, path, size = wide, language = 'en', opens } = picture;
  const context = await browser.newContext({ viewport: size, locale: language, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, person);
  const url = new URL(path, address);
  url.searchParams.set('lang', language);
  await page.goto(url.href);
  if (opens !== undefined) {
    await page.locator(`main a[href^="${opens}"]`).first().click();
    await page.waitForLoadState();
  }
  const taken = await page.screenshot();
  writeFileSync(
    join(folder, `${name}.png`),
    await sharp(taken).png({ palette: true, colours, compressionLevel: 9, effort: 10 }).toBuffer(),
  );
  await context.close();
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.goto(`${address}/demo/persons`);
  const loaded = page.waitForEvent('load');
  await page.locator('.persons > li', { hasText: person }).getByRole('button').first().click();
  await loaded;
}

const browser = await sharedBrowser();
for (const picture of pictures)
  if (named.length === 0 || named.includes(picture.name)) await take(browser, picture);
