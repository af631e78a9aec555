import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, launchBrowser, noBarriers, noSidewaysScroll } from '../../support/gift-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { shop } from '../../redemption/redemption-shop.ts';

const phone = { width: 360, height: 740 };
const narrow = { width: 320, height: 568 };

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_TILL_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

describe('parts at the till, in a browser', inBrowser, () => {
  let world: TestWorld;
  let cashier: TestPerson;
  let browser: Browser | undefined;
  let buy: () => Promise<string>;
  let gift: () => Promise<{ code: string; path: string }>;

  before(async () => {
    world = await testWorld();
    const traits = { inParts: true, title: 'Чайный дом «Дым и чабрец»' };
    const { client, product, ...sold } = await shop(world, traits);
    ({ buy } = sold);
    gift = async () => {
      const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
      await world.settle();
      const { code } = await client.getCode(id);
      return { code, path: new URL((await client.getLinks(id)).download_url ?? '').pathname };
    };
    const party = { side: 'supplier', partyId: product.supplierId } as const;
    cashier = await newPerson(world, party, 'cashier', { factor: false });
    browser = await launchBrowser([]);
  });
  after(async () => {
    await browser?.close();
    await world[Symbol.asyncDispose]();
  });

  async function visit(
    viewport: typeof phone,
    javaScriptEnabled: boolean,
    run: (page: Page) => Promise<void>,
  ): Promise<void> {
    assert.ok(browser !== undefined);
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport, javaScriptEnabled });
    try {
      await context.addCookies([{ name: 'facevalue-session', value: cashier.cookie, url: world.baseUrl }]);
      await run(await context.newPage());
    } finally {
      await context.close();
    }
  }

  async function check(page: Page, language: string, code: string): Promise<void> {
    await page.goto(`${world.baseUrl}/till?lang=${language}`);
    await page.fill('#number', code);
    await page.press('#number', 'Enter');
    await page.waitForSelector('#amount');
  }

  for (const [language, viewport, javaScriptEnabled] of [
    ['ru', phone, true],
    ['en', narrow, true],
    ['ru', phone, false],
  ] as const) {
    const name = `parts-${language}-${viewport.width}${javaScriptEnabled ? '' : '-plain'}`;
    // axe needs scripts; without them only the flow is tested.
    const see = javaScriptEnabled ? look : () => Promise.resolve();
    test(`a cashier takes a part, then the rest, by keyboard: ${name}`, async () => {
      const code = await buy();
      await visit(viewport, javaScriptEnabled, async (page) => {
        await check(page, language, code);
        assert.equal(await page.inputValue('#amount'), '500', 'all of it, unless something else is typed');
        await see(page, `${name}-1-how-much`);
        await page.fill('#amount', '500,5');
        await page.press('.accept', 'Enter');
        await page.waitForSelector('#amount-error');
        assert.equal(await page.inputValue('#amount'), '500,5', 'as it was typed');
        await see(page, `${name}-2-too-much`);
        // What is typed takes the place of what stands there.
        if (javaScriptEnabled) await page.keyboard.type('150,5');
        else await page.fill('#amount', '150,5');
        await page.press('.accept', 'Enter');
        await page.waitForSelector('.digits:not(.small)');
        await see(page, `${name}-3-done`);
        // Sent again, as a browser does after a broken connection.
        await page.reload();
        await check(page, language, code);
        const left = language === 'ru' ? '349,50' : '349.50';
        assert.equal(await page.inputValue('#amount'), left, 'a repeat takes nothing');
        await page.press('.accept', 'Enter');
        await page.waitForSelector('.digits:not(.small)');
        await page.goto(`${world.baseUrl}/till/today?lang=${language}`);
        await see(page, `${name}-4-today`);
        const sums = await page.locator('.list .sum').allTextContents();
        assert.deepEqual(
          sums
            .slice(0, 2)
            .map((sum) => sum.replace(/\s₽/, ''))
            .toSorted(),
          language === 'ru' ? ['150,50', '349,50'] : ['150.50', '349.50'],
        );
      });
    });
  }

  test('the page of the gift says on a phone what is left', async () => {
    const { code, path } = await gift();
    await visit(narrow, true, async (page) => {
      await check(page, 'ru', code);
      await page.fill('#amount', '150,50');
      await page.press('.accept', 'Enter');
      await page.waitForSelector('.digits:not(.small)');
      await page.goto(`${world.baseUrl}${path}?lang=ru`);
      await look(page, 'parts-gift');
      const rest = page.locator('.face .rest');
      assert.match((await rest.textContent()) ?? '', /осталось из 500\s₽/);
      const [card, box] = [await page.locator('.card').boundingBox(), await rest.boundingBox()];
      assert.ok(
        card !== null && box !== null && box.x + box.width <= card.x + card.width,
        'it is not cut off',
      );
    });
  });
});
