import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { noBarriers, noSidewaysScroll, visit } from './gift-browser.ts';
import type { TestWorld } from './test-world.ts';

export const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU' };
export const dark = { ...phone, colorScheme: 'dark' as const };
export const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };
export const darkDesktop = { ...desktop, colorScheme: 'dark' as const };

/** Looks at the page as those who depend on it do: nothing in the way, nothing cut off; with the setting, takes its picture. */
export async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  await picture(page, name);
}

/** With the setting. */
export async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** `look`, with pictures named after the journey. */
export const lookOf =
  (journey: string) =>
  (page: Page, name: string): Promise<void> =>
    look(page, `${journey}-${name}`);

/** Presses a button of the content and waits for the page that answers. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name }).first().click();
  await loaded;
}

/** Sends what is typed in the search of the top line. */
export async function search(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator('.search button').click();
  await loaded;
}

/** Follows a link of the content. */
export async function follow(page: Page, name: string | RegExp): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await loaded;
}

/** Lets forms go to the server with fields that the browser would hold back, so that its own errors are seen. */
export const letThrough = (page: Page): Promise<void> =>
  page.evaluate('for (const form of document.forms) form.noValidate = true');

export const mainText = (page: Page): Promise<string> => page.innerText('main');

/** Opens a page as somebody who has signed in. */
export const visitAs = (
  { world, browser }: { world: TestWorld; browser: Browser },
  { cookie }: { cookie: string },
  device: BrowserContextOptions,
  where: string,
  run: (page: Page) => Promise<void>,
): Promise<void> =>
  visit(browser, device, 'about:blank', async (page) => {
    const url = world.ctx.config.baseUrl;
    await page.context().addCookies([{ name: 'facevalue-session', value: cookie, url }]);
    await page.goto(`${url}${where}`);
    await run(page);
  });

/** Says yes to the question that comes before an act which nothing takes back. */
export async function sayYes(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator('form:has([name=confirmed]) button').click();
  await loaded;
}
