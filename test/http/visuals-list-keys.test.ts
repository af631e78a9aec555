/** Rows of lists, opened by a press anywhere in them, and by keys. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import type { TestPerson } from '../support/people-world.ts';
import { desktop, look, phone, visitAs } from '../support/signed-in-browser.ts';

const orders = 6;
const links = 'main .way a';

/** As a keyboard of another script sends it. */
const pressForeign = (page: Page, key: string, code: string): Promise<void> =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, bubbles: true, cancelable: true })}))`,
  );
const rowInFocus = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('${links}')].indexOf(document.activeElement)`);
const ticked = (page: Page): Promise<number> => page.locator('tbody input:checked').count();
const isIn = (address: string | null, url: URL): boolean => url.pathname === address?.split('?')[0];

/** What lies over the bar of acts where the ticks of the rows are. */
const aboveBar = `(() => {
  const bar = document.querySelector('.ticking > .actions');
  const { left, top, bottom } = bar.getBoundingClientRect();
  const over = [];
  for (let y = top + 2; y < Math.min(bottom, innerHeight); y += 4) {
    const found = document.elementFromPoint(left + 10, y);
    if (!bar.contains(found)) over.push(found?.tagName);
  }
  return over;
})()`;

describe('rows of lists, in a browser', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;

  before(async () => {
    o = await operatorWorld();
    const { world, shop } = o;
    world.ctx.config.baseUrl = world.baseUrl;
    const { id } = await world.product({ scheme: 'platform', title: 'Подарочный сертификат «Пекарня»' });
    for (let count = 0; count < orders; count += 1)
      await shop.ok('makeOrder', {
        product_id: id,
        face: 500,
        uuid: `row-${count}`,
        email_to: `igor.${count}@recipients.example`,
      });
    await world.settle();
    await world.home.db.query(
      `update deliveries set report = 'undelivered', reported_at = $1, report_details = 'no such mailbox'`,
      [world.clock.now()],
    );
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const admin = (): TestPerson => o.people.get('admin') ?? assert.fail();
  const visit = (device: BrowserContextOptions, where: string, run: (page: Page) => Promise<void>) =>
    visitAs({ world: o.world, browser }, admin(), device, where, run);

  test('a press anywhere in a row opens it, and what else is in it works by itself, with a script and without', async () => {
    for (const device of [desktop, phone])
      for (const javaScriptEnabled of [true, false])
        await visit({ ...device, javaScriptEnabled }, '/o/orders', async (page) => {
          const row = page.locator('main tbody tr').nth(2);
          const [own, client] = [row.locator('.way a'), row.locator('td:not(.way) a')];
          const [order, clientPage] = [await own.getAttribute('href'), await client.getAttribute('href')];
          const box = (await row.boundingBox()) ?? assert.fail();
          await page.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
          await page.waitForURL((url) => isIn(order, url));
          await page.goBack();
          await client.click();
          await page.waitForURL((url) => isIn(clientPage, url));
        });
  });

  test('j and k go from row to row and on from order to order, x ticks', async () => {
    await visit(desktop, '/o/orders', async (page) => {
      await page.keyboard.press('j');
      assert.equal(await rowInFocus(page), 0);
      await page.keyboard.press('j');
      await pressForeign(page, 'о', 'KeyJ');
      assert.equal(await rowInFocus(page), 2);
      await page.keyboard.press('k');
      assert.equal(await rowInFocus(page), 1);
      await look(page, 'list-keys-row');
      const order = (row: number): Promise<string | null> =>
        page.locator(links).nth(row).getAttribute('href');
      const [second, third] = [await order(1), await order(2)];
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => isIn(second, url));
      await page.keyboard.press('j');
      await page.waitForURL((url) => isIn(third, url));
      await page.keyboard.press('k');
      await page.waitForURL((url) => isIn(second, url));
      await page.goto(`${o.world.ctx.config.baseUrl}/o/orders?lang=en`);
      await page.keyboard.press('j');
      assert.equal(await rowInFocus(page), 2, 'on from the row that was opened');
    });
  });

  test('a tick in a row is pressed by itself, with a script and without', async () => {
    for (const device of [desktop, phone])
      for (const javaScriptEnabled of [true, false])
        await visit({ ...device, javaScriptEnabled }, '/o/work/letters', async (page) => {
          const row = page.locator('main tbody tr').nth(1);
          await row.locator('input').check();
          assert.equal(await ticked(page), 1);
          const where = await row.locator('.way a').getAttribute('href');
          // The bar of what is done with it lies over what is below.
          await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
          const box = (await row.boundingBox()) ?? assert.fail();
          await page.mouse.click(box.x + box.width - 8, box.y + box.height - 4);
          await page.waitForURL((url) => isIn(where, url));
        });
  });

  test('rows are ticked by keys, up to another one, and all by the head', async () => {
    await visit(desktop, '/o/work/letters', async (page) => {
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      assert.equal(await ticked(page), 1);
      for (const key of ['j', 'j', 'Shift+X']) await page.keyboard.press(key);
      assert.equal(await ticked(page), 3);
      await look(page, 'list-keys-ticked');
      await page.setViewportSize({ width: 1280, height: 420 });
      await page.evaluate('scrollTo(0, 0)');
      assert.deepEqual(await page.evaluate(aboveBar), [], 'nothing of the rows lies over the bar');
      await page.keyboard.press('x');
      assert.equal(await ticked(page), 2);
      await page.check('thead input');
      assert.equal(await ticked(page), await page.locator('main tbody tr').count());
    });
  });

  test('the keys are shown by a key and by a button, and not while somebody types', async () => {
    await visit(desktop, '/o/orders', async (page) => {
      await page.focus('.search input');
      await page.keyboard.type('?jk');
      assert.equal(await page.locator('dialog').count(), 0);
      assert.equal(await page.inputValue('.search input'), '?jk');
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('?');
      await look(page, 'list-keys-help');
      await page.keyboard.press('j');
      assert.equal(await rowInFocus(page), -1);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.locator('footer button').click();
      assert.match(await page.innerText('dialog'), /next and previous row/);
      await page.locator('dialog button').click();
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.evaluate(`localStorage.setItem('no-keys', '1')`);
      await page.keyboard.press('?');
      await page.keyboard.press('j');
      assert.equal(await page.locator('dialog').count(), 0);
      assert.equal(await rowInFocus(page), -1);
    });
  });
});
