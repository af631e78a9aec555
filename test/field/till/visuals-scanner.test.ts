/** Scanners type as keyboards do: at once, twice, with Enter behind it, whatever page is open. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { shop } from '../../redemption/redemption-shop.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import { desktop, visitAs } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const face = 500;
/** None: 16 symbols without a check symbol. */
const unknown = '0000111122223333';

async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

describe('a scanner at the till', inBrowser, () => {
  let world: TestWorld;
  let cashier: TestPerson;
  let buy: () => Promise<string>;
  let leftOf: (code: string) => Promise<unknown>;

  before(async () => {
    world = await testWorld();
    const { product, caller, buy: buyOne } = await shop(world, { inParts: true });
    buy = buyOne;
    leftOf = async (code) => (await caller.check(code)).body['left'];
    const party = { side: 'supplier', partyId: product.supplierId } as const;
    cashier = await newPerson(world, party, 'cashier', { factor: false });
  });
  after(() => world[Symbol.asyncDispose]());

  const atTill = async (run: (page: Page) => Promise<void>, javaScriptEnabled = true): Promise<void> =>
    visitAs(
      { world, browser: await sharedBrowser() },
      cashier,
      { ...desktop, javaScriptEnabled },
      '/till?lang=en',
      async (page) => {
        await page.waitForSelector('#number:focus');
        await run(page);
      },
    );

  test('a number that was misread is scanned again', () =>
    atTill(async (page) => {
      const code = await buy();
      await scan(page, unknown);
      await page.waitForSelector('.verdict.no');
      await page.waitForFunction(`document.activeElement.selectionEnd === ${unknown.length}`);
      await scan(page, code);
      await page.waitForSelector('.verdict.yes');
    }));

  // OCA/wms#199, odoo/odoo#37411
  test('a code that is read twice while the first answer is on its way is asked for once', () =>
    atTill(async (page) => {
      const code = await buy();
      const held = Promise.withResolvers<void>();
      await page.route('**/till/check*', async (route) => {
        await held.promise;
        // The browser has given up the first one.
        await route.continue().catch(() => {});
      });
      await scan(page, code);
      await scan(page, code);
      held.resolve();
      await page.waitForSelector('.verdict.yes');
    }));

  // strichliste-web-frontend#261, odoo/odoo#174992
  for (const javaScriptEnabled of [true, false])
    test(`Enter alone redeems nothing, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () =>
      atTill(async (page) => {
        const code = await buy();
        await scan(page, code);
        await page.waitForSelector('#amount:focus');
        await page.keyboard.press('Enter');
        await page.fill('#amount', '66');
        await page.keyboard.press('Enter');
        await page.fill('#amount', '150');
        await page.press('.accept', 'Enter');
        await page.waitForSelector('.digits:not(.small)');
        assert.equal(await leftOf(code), face - 150);
      }, javaScriptEnabled));

  // grokability/snipe-it#6476
  test('what is scanned after a press beside the field goes into it', () =>
    atTill(async (page) => {
      const code = await buy();
      await page.locator('h1').click();
      assert.equal(await page.locator('#number:focus').count(), 0);
      await scan(page, code);
      await page.waitForSelector('.verdict.yes');
    }));
});
