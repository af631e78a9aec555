/** Pages that follow what goes on, without being loaded again. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { newPerson } from '../support/people-world.ts';
import { desktop, look, visitAs } from '../support/signed-in-browser.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** Longer than from one ask to the next. */
const oneLookMs = 21_000;
const longestWaitMs = 60_000;

/** A look of the script, whose answer has come. */
const lookAgain = async (page: Page, path: string): Promise<void> => {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === path, {
    timeout: longestWaitMs,
  });
  await page.clock.runFor(oneLookMs);
  await answer;
};

describe('pages that follow what goes on, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let product: TestProduct;

  before(async () => {
    world = await testWorld();
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    shop = await world.client({ name: 'Лавка' });
    product = await world.product({ scheme: 'platform' });
    browser = await sharedBrowser();
  });
  after(() => world[Symbol.asyncDispose]());

  const order = (): Promise<number> =>
    shop.makeOrder({ product_id: product.id, face: 500, email_to: 'mila@recipients.example' });

  /** Opens the page with a clock that the test moves, and a mark that a second load would lose. */
  const open = async (page: Page, path: string): Promise<string[]> => {
    const asked: string[] = [];
    await page.clock.install();
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${world.ctx.config.baseUrl}${path}`);
    await page.evaluate('window.isSame = true');
    return asked;
  };
  test('an order on its way is told to its client and to the operator, at the price of one page', async () => {
    for (const [side, party, role] of [
      ['c', clientParty(shop.id), 'owner'],
      ['o', operator, 'support'],
    ] as const) {
      const person = await newPerson(world, party, role);
      const path = `/${side}/orders/${await order()}`;
      await visitAs({ world, browser }, person, desktop, '/me', async (page) => {
        const asked = await open(page, path);
        assert.doesNotMatch(await page.innerText('#order-story'), /Issued/);
        await lookAgain(page, `${path}/live`);
        assert.ok(asked.length > 0 && asked.every((one) => one === `${path}/live`), 'nothing has happened');
        await world.settle();
        await lookAgain(page, `${path}/live`);
        await page.locator('#order-story', { hasText: 'Issued' }).waitFor({ timeout: longestWaitMs });
        assert.match(await page.innerText('#order-state'), /issued/);
        assert.match(await page.innerText('#order-more'), /Letter to the recipient/);
        assert.equal(await page.evaluate('window.isSame'), true);
        assert.equal(asked.filter((one) => one === path).length, 1);
        await look(page, `live-order-${side}`);
      });
    }
  });

  test('what somebody has typed is not lost', async () => {
    const owner = await newPerson(world, clientParty(shop.id), 'owner');
    const id = await order();
    await visitAs({ world, browser }, owner, desktop, '/me', async (page) => {
      await open(page, `/c/orders/${id}`);
      await page.click('details:has([name=comment]) > summary');
      await page.fill('[name=comment]', 'Позвонить Миле');
      await world.settle();
      await lookAgain(page, `/c/orders/${id}/live`);
      await page.locator('#order-story', { hasText: 'Issued' }).waitFor({ timeout: longestWaitMs });
      assert.equal(await page.inputValue('[name=comment]'), 'Позвонить Миле');
    });
  });
});
