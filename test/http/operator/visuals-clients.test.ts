import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
import { inBrowser, launchBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU' };
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };
const dark = { ...phone, colorScheme: 'dark' as const };
const longName = 'Закупочное товарищество «Высокопревосходительные праздничные подарки и сувениры»';

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `operator-${name}.png`), fullPage: true });
}

/** Presses a button and waits for the page that answers. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name }).first().click();
  await loaded;
}

const main = (page: Page): Promise<string> => page.innerText('main');

describe('clients, orders and money for the operator, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let admin: TestPerson;
  let issued: number;
  let waiting: number;

  before(async () => {
    world = await testWorld();
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    shop = await world.client({ name: longName, delayedMode: true });
    const product = await world.product({
      scheme: 'platform',
      title: 'Подарок для самого занятого человека',
    });
    const pooled = await world.product({ scheme: 'pool' });
    const sent = { delivery_type: 'email', email_to: 'anna-maria.konstantinopolskaya@mail.example' };
    issued = await shop.makeOrder({ product_id: product.id, face: 1000, ...sent });
    waiting = await shop.makeOrder({ product_id: pooled.id, face: 500 });
    await shop.call('makeTopUp', { sum: 125_000 });
    await world.settle();
    await world.ctx.db.query(
      `update callbacks set state = 'abandoned', ended_at = $1, last_status = 503, last_problem = 'answered 503' where request_id = $2`,
      [world.clock.now(), issued],
    );
    await world.ctx.db.query(`insert into failed_receivers (client_id, failed_at) values ($1, $2)`, [
      shop.id,
      world.clock.now(),
    ]);
    admin = await newPerson(world, operator, 'admin');
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;

  const visitAs = (
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> =>
    visit(browser, device, 'about:blank', async (page) => {
      const url = world.ctx.config.baseUrl;
      await page.context().addCookies([{ name: 'facevalue-session', value: admin.cookie, url }]);
      await page.goto(at(where));
      await run(page);
    });

  test('an administrator adds a client, mends a mistake, and sees its steps', async () => {
    await visitAs(phone, '/o/clients', async (page) => {
      await look(page, 'clients-phone');
      await page.getByRole('link', { name: 'Добавить клиента' }).first().click();
      await page.waitForURL(/new/);
      await page.fill('[name=name]', 'Новый клуб');
      await page.fill('[name=discount]', '150');
      await press(page, 'Добавить');
      assert.match(await main(page), /Скидка: от −100/);
      await look(page, 'client-wrong-phone');
      await page.fill('[name=discount]', '3,5');
      await press(page, 'Добавить');
      assert.equal(await page.locator('[data-secret]').count(), 2);
      await look(page, 'client-added-phone');
      await page.getByRole('link', { name: 'К клиенту' }).click();
      await page.waitForURL(/clients\/\d+/);
      await page.fill('[name=email]', 'owner@club.example');
      await press(page, 'Пригласить владельца');
      assert.match(await main(page), /Приглашён: owner@club\.example/);
      await look(page, 'client-phone');
      await page.goto(at('/o/onboarding'));
      await look(page, 'onboarding-phone');
    });
    await visitAs(dark, `/o/clients/${shop.id}`, (page) => look(page, 'client-dark'));
    await visitAs(desktop, `/o/clients/${shop.id}`, (page) => look(page, 'client-desktop'));
    await visitAs(desktop, `/o/clients/${shop.id}/edit`, (page) => look(page, 'client-edit-desktop'));
  });

  test('an order is found, looked at and taken back', async () => {
    await visitAs(desktop, '/o/orders', async (page) => {
      await look(page, 'orders-desktop');
      await page.getByRole('link', { name: String(issued) }).click();
      await page.waitForURL(/orders\/\d+/);
      await look(page, 'order-desktop');
    });
    await visitAs(phone, `/o/orders/${issued}`, async (page) => {
      await look(page, 'order-phone');
      await page.locator('summary', { hasText: 'Отозвать' }).click();
      await page.fill('[name=note]', 'куплен дважды');
      await press(page, 'Отозвать сертификат');
      assert.match(await main(page), /клиенту возвращено/);
      await page.goto(at('/o/waiting'));
      await look(page, 'waiting-phone');
      await page.goto(at(`/o/orders/${waiting}`));
      assert.match(await main(page), /кодов этого номинала/);
      await page.goto(at(`/o/orders?client=${shop.id}`));
      await look(page, 'orders-phone');
    });
  });

  test('callbacks are sent again, a payment is booked', async () => {
    await visitAs(phone, '/o/callbacks', async (page) => {
      await look(page, 'callbacks-phone');
      await page.goto(at(`/o/callbacks/${issued}`));
      await look(page, 'callback-phone');
      await press(page, 'Отправить ещё раз');
      assert.match(await main(page), /прямо сейчас/);
      await world.settle();
      await page.goto(at('/o/money'));
      await look(page, 'money-phone');
      await page.getByRole('link', { name: /Зачислить/ }).click();
      await page.waitForURL(/money\/\d+/);
      await press(page, 'Зачислить');
      assert.match(await main(page), /Зачислено 125\s000,00/);
      await look(page, 'client-money-phone');
    });
    await visitAs(desktop, `/o/money/${shop.id}`, (page) => look(page, 'client-money-desktop'));
  });

  test('a settlement is counted', async () => {
    await visitAs(phone, '/o/settlement', async (page) => {
      await look(page, 'settlement-form-phone');
      await page.fill('[name=from]', '2026-11-01');
      await page.fill('[name=to]', '2026-11-30');
      await press(page, 'Показать');
      assert.match(await main(page), /Итого|ничего не было/);
      await look(page, 'settlement-phone');
    });
  });
});
