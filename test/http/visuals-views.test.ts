/** Saved views and chosen columns, as people reach them: without a script, on a desktop and on a phone. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { desktop, look, phone, visitAs } from '../support/signed-in-browser.ts';

const plain = { javaScriptEnabled: false } as const;

describe('views of lists, in a browser', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;

  before(async () => {
    o = await operatorWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl;
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const visit = (device: BrowserContextOptions, where: string, run: (page: Page) => Promise<void>) =>
    visitAs({ world: o.world, browser }, o.people.get('support') ?? assert.fail(), device, where, run);

  test('filters are saved under a name, found over the list and removed', async () => {
    const steps = [
      [{ ...desktop, ...plain }, 'Failed ones', 'failed', 'View', 'Name', 'Save'],
      [{ ...phone, ...plain }, 'Отменённые', 'cancelled', 'Вид', 'Название', 'Сохранить'],
    ] as const;
    for (const [device, name, state, summary, label, save] of steps)
      await visit(device, `/o/orders?state=${state}`, async (page) => {
        await page.locator('.look > summary').click();
        assert.match(await page.innerText('.look > summary'), new RegExp(summary));
        await page.getByLabel(label, { exact: true }).fill(name);
        await page.getByRole('button', { name: save, exact: true }).click();
        const own = page.locator('.views a[aria-current]');
        assert.equal(await own.innerText(), name);
        await page.locator('.views a').first().click();
        await page.waitForURL((url) => url.searchParams.get('state') === null);
        await page.getByRole('link', { name, exact: true }).click();
        await page.waitForURL((url) => url.searchParams.get('state') === state);
      });
    await visit({ ...desktop, ...plain }, '/o/orders', async (page) => {
      await page.locator('.look > summary').click();
      await page.getByRole('button', { name: 'Remove Failed ones' }).click();
      await page.getByText('The view is removed.').waitFor();
      assert.equal(await page.locator('.views a').count(), 2);
    });
  });

  test('the views and what is chosen are seen and reached by all', async () => {
    for (const device of [desktop, phone])
      await visit(device, '/o/orders?state=failed', async (page) => {
        const { width } = device.viewport;
        await look(page, `views-${width}`);
        await page.locator('.look > summary').click();
        await look(page, `views-open-${width}`);
        await page.locator('.filters summary').click();
        await look(page, `views-both-open-${width}`);
      });
  });

  test('columns that are left out are gone from the table, on this browser', async () => {
    for (const device of [desktop, phone])
      await visit({ ...device, ...plain }, '/o/orders', async (page) => {
        await page.locator('.look > summary').click();
        await page.locator('.look [value=client]').uncheck();
        await page.locator('.look [value=accepted]').uncheck();
        await page.locator('.look form[action*=columns] button').click();
        await page.locator('tbody tr').first().waitFor();
        assert.equal(await page.locator('thead th').count(), 4);
        assert.equal(await page.locator('tbody tr').first().locator('td').count(), 4);
        await page.reload();
        assert.equal(await page.locator('thead th').count(), 4);
        await page.locator('.look > summary').click();
        assert.equal(await page.locator('.look [value=client]').isChecked(), false);
      });
  });
});
