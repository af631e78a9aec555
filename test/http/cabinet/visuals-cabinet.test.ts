import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import {
  dark,
  darkDesktop,
  desktop,
  lookOf,
  phone,
  visitAs,
  sayYes,
} from '../../support/signed-in-browser.ts';
import { codeOf, newPerson, type TestPerson } from '../../support/people-world.ts';
import type { TestProduct } from '../../support/arrange.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const look = lookOf('cabinet');

const press = async (page: Page, button: string): Promise<void> => {
  const loaded = page.waitForEvent('load');
  await page.click(button);
  await loaded;
};

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const longest = 'Сертификат «Очень-длинное-название-магазина-всего-на-свете» для дома, сада и всей семьи';

describe('the cabinet of a client, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let client: TestClient;
  let product: TestProduct;
  let owner: TestPerson;

  before(async () => {
    world = await testWorld();
    client = await world.client({ name: 'Подарки и точка', delayedMode: true });
    product = await world.product({ title: longest, brief: 'Всё для дома и сада.' });
    await world.pool(product, 500, 30);
    owner = await newPerson(world, { side: 'client', partyId: client.id }, 'owner');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const as = (
    person: TestPerson,
    options: BrowserContextOptions,
    path: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world, browser }, person, options, path, run);

  test('an owner who is new finds what to do first, and orders by form', async () => {
    await as(owner, phone, '/c', async (page) => {
      await look(page, 'overview-empty-phone');
      await press(page, '.empty .button');
      assert.equal(pathOf(page), '/c/orders/new');
      await look(page, 'new-product-phone');
      await press(page, '.goods .button');
      await page.fill('[name=to]', 'Ольга');
      await page.fill('[name=email_to]', 'olga@gifts');
      await page.evaluate(`document.querySelector('[name=email_to]').form.noValidate = true`);
      await press(page, 'button[value=check]');
      assert.match(await page.title(), /^Ошибка/);
      assert.match((await page.textContent('#email_to-error')) ?? '', /Такой почты/);
      await look(page, 'new-wrong-phone');
      await page.fill('[name=email_to]', 'olga@gifts.example');
      await page.fill('[name=text]', 'С днём рождения!');
      await press(page, 'button[value=check]');
      assert.match((await page.textContent('pre')) ?? '', /Ольга, это вам[^]*С днём рождения!/);
      await look(page, 'new-preview-phone');
      await press(page, 'button[value=place]');
      assert.match(pathOf(page), /^\/c\/orders\/\d+$/);
      assert.match((await page.textContent('.notice')) ?? '', /принят/);
      await world.settle();
      await page.reload();
      assert.match(
        (await page.textContent('.timeline')) ?? '',
        /заказ сделан в кабинете: Анна[^]*Выпущен[^]*olga@gifts\.example/,
      );
    });
  });

  test('orders are listed, filtered, found, sent again and opened after a fresh proof', async () => {
    for (let count = 0; count < 53; count += 1) {
      const face = count % 20 === 0 ? 1000 : 500;
      await client.makeOrder({
        product_id: product.id,
        face,
        testmode: count > 10,
        to: `Игорь ${count}`,
        email_to: `igor.${count}@a-rather-long-address-of-a-mailbox.example`,
      });
    }
    await world.settle();
    world.clock.forward('6 min');
    await world.settle();
    await as(owner, desktop, '/c/orders', async (page) => {
      assert.equal(await page.locator('tbody tr').count(), 50);
      await look(page, 'orders-desktop');
      await press(page, '.pager a');
      assert.equal(await page.locator('tbody tr').count(), 4);
      await page.fill('main [name=q]', 'IGOR.3@a-rather-long-address-of-a-mailbox.example');
      await press(page, '.filters button');
      assert.equal(await page.locator('tbody tr').count(), 1);
      await press(page, 'tbody a');
      await look(page, 'order-desktop');
      await press(page, 'form[action*="/resend"] button');
      assert.match((await page.textContent('.notice')) ?? '', /Resends left today: 4/);
      // The proof of signing in is old.
      world.clock.forward('11 min');
      await press(page, 'form[action*="/code"] button');
      assert.equal(pathOf(page), '/in/second');
      await page.fill('[name=code]', codeOf(world, owner));
      await press(page, 'form:not([data-passkey]) button.main');
      // What was asked for before the proof is asked for by one button.
      assert.match(pathOf(page), /^\/in\/again\/\d+$/);
      await look(page, 'order-code-again-desktop');
      await press(page, 'button.main');
      assert.match(pathOf(page), /^\/c\/orders\/\d+/);
      const shown = await page.textContent('.notice code');
      await look(page, 'order-code-desktop');
      const id = Number(pathOf(page).split('/')[3]);
      assert.equal(shown, (await client.getCode(id)).code);
      const cookies = await page.context().cookies();
      owner = { ...owner, cookie: cookies.find(({ name }) => name === 'facevalue-session')?.value ?? '' };
    });
    await world.settle();
    await as(owner, dark, '/c/orders?state=delayed', async (page) => {
      await look(page, 'orders-delayed-dark-phone');
      await press(page, 'tbody a');
      await look(page, 'order-delayed-dark-phone');
      assert.match((await page.textContent('.facts')) ?? '', /Зарезервировано/);
      await press(page, 'form[action*="/cancel"] button');
      await look(page, 'cancel-question-dark-phone');
      await sayYes(page);
      assert.match((await page.textContent('.notice')) ?? '', /отменён/);
      assert.match((await page.textContent('.facts')) ?? '', /Возвращено на баланс/);
    });
    await world.settle();
  });

  test('overview, charts and catalogue, light and dark, in both languages, empty and full', async () => {
    for (const [name, options] of Object.entries({
      phone,
      desktop,
      'dark-phone': dark,
      'dark-desktop': darkDesktop,
    })) {
      for (const path of ['', '/charts', '/catalogue']) {
        await as(owner, options, `/c${path}`, async (page) =>
          look(page, `${path.slice(1) || 'overview'}-${name}`),
        );
      }
    }
    await as(owner, phone, '/c/orders?q=nobody', async (page) => look(page, 'orders-nothing-phone'));
  });

  test('a member who may only read sees no buttons, and their pages are not found', async () => {
    const viewer = await newPerson(world, { side: 'client', partyId: client.id }, 'viewer', {
      factor: false,
    });
    await as(viewer, desktop, '/c/orders', async (page) => {
      await look(page, 'orders-viewer-desktop');
      assert.equal(await page.locator('.heading .button').count(), 0);
      await press(page, 'tbody tr:last-child a');
      assert.equal(await page.locator('main form').count(), 0);
      await page.goto(`${world.baseUrl}/c/orders/new`);
      assert.match(await page.content(), /no such page/);
    });
  });
});
