import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { tabTo, type } from '../../support/keyboard.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import { dark, desktop, look, phone, picture, visitAs } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const tablet = { viewport: { width: 768, height: 1000 }, locale: 'ru-RU' };
const waitMs = 60_000;

/** What the gift page in the frame has as its accent. */
const accentOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const button = document.querySelector('iframe[name=preview]').contentDocument?.querySelector('button.reveal');
    return button ? getComputedStyle(button).backgroundColor : '';
  })()`);

/** Whoever types slowly sees colours on the way. */
async function accentBecomes(page: Page, colour: string): Promise<void> {
  const untilMs = Date.now() + waitMs;
  while ((await accentOf(page)) !== colour) {
    assert.ok(Date.now() < untilMs, `${await accentOf(page)} is not ${colour}`);
    await page.waitForTimeout(50);
  }
}

describe('the form of a template in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let catalogue: TestPerson;
  let manager: TestPerson;
  let id: number;

  before(async () => {
    world = await testWorld();
    const product = await world.product({ scheme: 'platform', title: 'Чайный дом «Дым и чабрец»' });
    id = product.id;
    catalogue = await newPerson(world, operator, 'catalogue');
    manager = await newPerson(world, { side: 'supplier', partyId: product.supplierId }, 'manager');
    browser = await sharedBrowser();
  });
  after(() => world[Symbol.asyncDispose]());

  const visitForm = (
    who: TestPerson,
    device: BrowserContextOptions,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const where = who === manager ? `/s/templates/${id}/edit` : `/o/products/${id}/templates/edit`;
    return visitAs({ world, browser }, who, device, where, run);
  };

  test('with script each change is seen after a pause, what is wrong is said at its field, and Back leads back', async () => {
    await visitForm(catalogue, desktop, async (page) => {
      const length = await page.evaluate<number>('history.length');
      await type(page, '[name="colours.light.accent"]', '#14532d');
      await accentBecomes(page, 'rgb(20, 83, 45)');
      await page.locator('[role=status]', { hasText: 'up to date' }).waitFor({ timeout: waitMs });
      assert.equal(await page.inputValue('[data-for="colours.light.accent"]'), '#14532d');
      await look(page, 'template-form-desktop');
      const link = page.frameLocator('iframe[name=preview]').getByRole('link', { name: 'English' });
      await link.click({ timeout: waitMs });
      assert.equal(await accentOf(page), 'rgb(20, 83, 45)', 'a link in it leads nowhere');

      await page.fill('[name="colours.light.accent"]', '#ffcc00');
      const said = page.locator('[id="colours.light.accent-said"]');
      await said.waitFor({ timeout: waitMs });
      assert.match(await said.innerText(), /contrast of 1\.\d\d/);
      assert.equal(await accentOf(page), 'rgb(20, 83, 45)', 'what was right last is still seen');
      assert.match(await page.innerText('.preview [role=status]'), /Accent colour, light/);
      await look(page, 'template-form-wrong');

      await page.fill('[data-for="colours.light.accent"]', '#7a1f3d');
      await said.waitFor({ state: 'detached', timeout: waitMs });
      await page.selectOption('[name="show.part"]', 'letter');
      const frame = page.frameLocator('iframe[name=preview]');
      await frame.getByText('Subject:').waitFor({ timeout: waitMs });
      assert.equal(await page.evaluate<number>('history.length'), length, 'no step back is of the preview');
      await picture(page, 'template-form-letter');
    });
  });

  test('a preview that does not come is said, the last one stays, and so does what was typed', async () => {
    await visitForm(catalogue, desktop, async (page) => {
      await type(page, '[name="colours.light.accent"]', '#14532d');
      await accentBecomes(page, 'rgb(20, 83, 45)');
      await page.locator('[role=status]', { hasText: 'up to date' }).waitFor({ timeout: waitMs });
      // The browser complains of what it does not show in a frame.
      page.removeAllListeners('console');
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await page.fill('[name="colours.light.accent"]', '#7a1f3d');
      await page.locator('[role=status]', { hasText: 'you are signed out' }).waitFor({ timeout: waitMs });
      assert.equal(await accentOf(page), 'rgb(20, 83, 45)');
      await page.context().addCookies(cookies);
      await page.locator('[data-preview]').click();
      await page.locator('[role=status]', { hasText: 'up to date' }).waitFor({ timeout: waitMs });
      assert.equal(await accentOf(page), 'rgb(122, 31, 61)');
    });
  });

  test('without script a button shows the same in the frame, and nothing that was typed is lost', async () => {
    await visitForm(manager, { ...phone, javaScriptEnabled: false }, async (page) => {
      await page.locator('[name="colours.light.accent"]').fill('0f5c4a');
      await page.locator('[data-preview]').click();
      const frame = page.frameLocator('iframe[name=preview]');
      await accentBecomes(page, 'rgb(15, 92, 74)');
      assert.equal(await page.inputValue('[name="colours.light.accent"]'), '0f5c4a');
      await page.locator('[name="colours.light.accent"]').fill('#ffcc00');
      await page.locator('[data-preview]').click();
      await frame.getByText('контраст основного цвета').first().waitFor({ timeout: waitMs });
      const refused = page.waitForEvent('load');
      await page.locator('form .actions .main').click();
      await refused;
      assert.match(await page.innerText('[id="colours.light.accent-error"]'), /контраст/);
      assert.equal(await page.inputValue('[name="colours.light.accent"]'), '#ffcc00');
      await page.locator('[name="colours.light.accent"]').fill('#0f5c4a');
      await page.locator('form .actions .main').click();
      await page.waitForURL(/of=d\d+/);
      assert.match(await page.innerText('main'), /Черновик сохранён/);
    });
  });

  test('by keyboard alone a text is changed and saved, and the look beside the former one', async () => {
    await visitForm(catalogue, desktop, async (page) => {
      await tabTo(page, 'details:nth-of-type(5) > summary');
      await page.keyboard.press('Enter');
      await type(page, '[name="words.en.reveal"]', 'Brew the gift');
      await page.locator('[role=status]', { hasText: 'up to date' }).waitFor({ timeout: waitMs });
      await tabTo(page, 'form .actions .main');
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      await page.goto(`${page.url()}&beside=current`);
      assert.match(await page.innerText('#differences'), /Brew the gift/);
      await look(page, 'template-differences-desktop');
    });
  });

  for (const [name, device] of Object.entries({ phone, dark, tablet }))
    test(`the form and the looks side by side: ${name}`, async () => {
      await visitForm(manager, device, async (page) => {
        await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
        await look(page, `template-form-${name}`);
        await page.selectOption('[name="show.width"]', 'desktop');
        await page.selectOption('[name="show.scheme"]', 'dark');
        await look(page, `template-form-${name}-wide`);
        await page.goto(`${world.ctx.config.baseUrl}/s/templates/${id}?of=current&beside=current`);
        await look(page, `template-looks-${name}`);
      });
    });
});
