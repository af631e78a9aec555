import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { clientParty } from '../../src/people/access/party.ts';
import { inBrowser, sharedBrowser, noSidewaysScroll } from '../support/gift-browser.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { newPerson, type TestPerson } from '../support/people-world.ts';
import {
  darkDesktop,
  desktop,
  lookOf,
  mainText,
  phone,
  search,
  visitAs,
} from '../support/signed-in-browser.ts';

const look = lookOf('shell');
const tablet = { viewport: { width: 768, height: 900 }, locale: 'ru-RU' } as const;

const field = '.search input';
const options = (page: Page) => page.locator('.found [role=option]');
const activeOption = (page: Page): Promise<string> =>
  page.evaluate(
    `document.getElementById(document.querySelector('.search input').getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''`,
  );
/** As a keyboard of another language sends it. */
const pressSlash = (page: Page, key: string): Promise<void> =>
  page.evaluate(
    `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, code: 'Slash', bubbles: true, cancelable: true }))`,
  );
const focused = (page: Page): Promise<string> => page.evaluate(`document.activeElement.name ?? ''`);

/** What is hidden beyond its border, or can only be scrolled to by somebody who knows. */
const cutOff = `[...document.querySelectorAll('.top *, main *')].filter((one) => {
  const { overflowX, scrollbarWidth } = getComputedStyle(one);
  const isCut = one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1;
  return isCut && (overflowX === 'hidden' || scrollbarWidth === 'none') && !one.closest('.quiet, .skip, svg');
}).map((one) => one.outerHTML.slice(0, 120))`;

describe('the menu and the search of signed-in pages', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;
  let owner: TestPerson;

  before(async () => {
    o = await operatorWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl;
    owner = await newPerson(o.world, clientParty(o.shop.id), 'owner');
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const as = (
    person: TestPerson,
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world: o.world, browser }, person, device, where, run);
  const admin = (): TestPerson => o.people.get('admin') ?? assert.fail();

  test('on a desktop the menu and the line at the top stay, and the section of the page is in sight', async () => {
    await as(admin(), desktop, '/o/audit', async (page) => {
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 3000);
      await page.waitForFunction('scrollY > 100');
      for (const part of ['.search', '.sections [aria-current]']) {
        const box = (await page.locator(part).boundingBox()) ?? assert.fail(part);
        assert.ok(box.y >= 0 && box.y + box.height <= 800, `${part}: ${JSON.stringify(box)}`);
      }
      await look(page, 'audit-desktop');
      await page.goto(`${o.world.ctx.config.baseUrl}/o/orders`);
      assert.equal(await page.evaluate(`document.querySelector('.sections').scrollTop`), 0);
    });
    await as(owner, darkDesktop, '/c/orders', (page) => look(page, 'orders-desktop-dark'));
  });

  test('on a phone and a tablet the sections open over the page and close again', async () => {
    for (const [person, device, where] of [
      [admin(), phone, '/o/orders'],
      [owner, tablet, '/c/orders'],
    ] as const) {
      await as(person, device, where, async (page) => {
        const { width } = device.viewport;
        const link = page.locator('.sections [aria-current]');
        assert.equal(await link.isVisible(), false);
        const button = page.locator('.to-sections');
        assert.match(await button.innerText(), /Заказы/);
        await button.click();
        assert.equal(await link.isVisible(), true);
        await look(page, `sections-${width}`);
        await page.keyboard.press('Escape');
        assert.equal(await link.isVisible(), false);
        assert.equal(await page.evaluate(`document.activeElement.className`), 'to-sections');
        await page.locator('.to-own').click();
        await look(page, `own-${width}`);
        await page.keyboard.press('Escape');
        await look(page, `closed-${width}`);
      });
    }
  });

  test('what is typed is found under the field, and chosen by keys', async () => {
    for (const device of [desktop, phone]) {
      await as(admin(), device, '/o/health', async (page) => {
        const { width } = device.viewport;
        await page.keyboard.press('/');
        assert.equal(await page.evaluate(`document.activeElement.name`), 'q');
        await page.keyboard.type('подар');
        await options(page).first().waitFor();
        assert.equal(await page.getAttribute(field, 'aria-expanded'), 'true');
        assert.match(await page.locator('.search [role=status]').innerText(), /1/);
        await look(page, `typed-${width}`);
        await page.keyboard.press('ArrowDown');
        assert.match(await activeOption(page), /Подарки и точка/);
        await look(page, `chosen-${width}`);
        await page.keyboard.press('Escape');
        assert.equal(await page.getAttribute(field, 'aria-expanded'), 'false');
        assert.equal(await page.inputValue(field), 'подар');
        await page.keyboard.type('ки');
        await options(page).first().waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForURL(new RegExp(`/o/clients/${o.shop.id}`));
      });
    }
  });

  test('Enter looks everywhere, with a script and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await as(owner, { ...desktop, javaScriptEnabled }, '/c/money', async (page) => {
        await page.fill(field, 'mila@recipients.example');
        if (javaScriptEnabled) await page.press(field, 'Enter');
        else await search(page);
        await page.waitForURL(/\/c\/find\?lang=en$/);
        assert.match(await mainText(page), new RegExp(`Orders[^]*${o.issued}`));
        assert.equal(await page.inputValue(field), '');
        if (javaScriptEnabled) await look(page, 'found-desktop');
      });
    }
  });

  test('a late answer to an earlier text is not shown', async () => {
    await as(admin(), desktop, '/o/health', async (page) => {
      const late = Promise.withResolvers<Route>();
      await page.route('**/typed?*', (route) =>
        route.request().postData()?.includes('callbacks') ? route.continue() : late.resolve(route),
      );
      await page.fill(field, 'onboard');
      const held = await late.promise;
      await page.fill(field, 'callbacks');
      await options(page).first().waitFor();
      await held.continue().catch(() => {});
      await page.waitForTimeout(300);
      const shown = await options(page).allInnerTexts();
      assert.ok(shown.length > 0 && shown.every((text) => /callbacks/i.test(text)), shown.join('\n'));
    });
  });

  test('whoever is no longer signed in gets no other page into this one', async () => {
    await as(admin(), desktop, '/o/health', async (page) => {
      await page.context().clearCookies();
      const answered = page.waitForResponse(/\/in\b/);
      await page.fill(field, 'callbacks');
      await answered;
      await page.waitForTimeout(200);
      assert.equal(await page.locator('.found').isVisible(), false);
    });
  });

  test('the stroke is typed into fields, and can be turned off; on a Russian keyboard it is a point', async () => {
    await as(owner, desktop, '/me', async (page) => {
      await pressSlash(page, '.');
      assert.equal(await focused(page), 'q');
      await page.focus('[name=old]');
      await page.keyboard.type('a/b');
      assert.equal(await page.inputValue('[name=old]'), 'a/b');
      await look(page, 'me-desktop');
      await page.uncheck('[data-keys] input');
      await page.evaluate(`document.activeElement.blur()`);
      await pressSlash(page, '/');
      assert.notEqual(await focused(page), 'q');
      await page.keyboard.press('Control+k');
      assert.equal(await focused(page), 'q');
      await page.reload();
      assert.equal(await page.isChecked('[data-keys] input'), false);
    });
  });

  test('nothing is cut off between a phone and a desktop', async () => {
    const medium = { viewport: { width: 768, height: 800 }, locale: 'ru-RU' };
    for (const [person, pages] of [
      [admin(), ['/o', '/o/orders', '/o/products']],
      [owner, ['/c', '/c/orders']],
    ] as const) {
      await as(person, medium, '/me', async (page) => {
        for (const where of pages) {
          await page.goto(`${o.world.ctx.config.baseUrl}${where}`);
          for (const width of [640, 703, 704, 768, 900, 1000, 1023]) {
            await page.setViewportSize({ width, height: 800 });
            await noSidewaysScroll(page, `${where} at ${width}`);
            assert.deepEqual(await page.evaluate(cutOff), [], `${where} at ${width}`);
          }
          await look(page, `${where.replaceAll('/', '_')}-1023`);
        }
      });
    }
  });
});
