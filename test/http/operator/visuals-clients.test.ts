import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import {
  dark,
  desktop,
  lookOf,
  mainText,
  phone,
  press,
  sayYes,
  visitAs,
} from '../../support/signed-in-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const longName = 'Закупочное товарищество «Высокопревосходительные праздничные подарки и сувениры»';

const look = lookOf('operator');

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
    await world.home.db.query(
      `update callbacks set state = 'abandoned', ended_at = $1, last_status = 503, last_problem = 'answered 503' where request_id = $2`,
      [world.clock.now(), issued],
    );
    await world.home.db.query(`insert into failed_receivers (client_id, failed_at) values ($1, $2)`, [
      shop.id,
      world.clock.now(),
    ]);
    admin = await newPerson(world, operator, 'admin');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;

  const openAs = (
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world, browser }, admin, device, where, run);

  test('an administrator adds a client, mends a mistake, and sees its steps', async () => {
    await openAs(phone, '/o/clients', async (page) => {
      await look(page, 'clients-phone');
      await page.getByRole('link', { name: 'Добавить клиента' }).first().click();
      await page.waitForURL(/new/);
      await page.fill('[name=name]', 'Новый клуб');
      await page.fill('[name=discount]', '150');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Скидка: от −100/);
      await look(page, 'client-wrong-phone');
      await page.fill('[name=discount]', '3,5');
      await press(page, 'Добавить');
      assert.equal(await page.locator('[data-secret]').count(), 2);
      await look(page, 'client-added-phone');
      await page.getByRole('link', { name: 'Всё сохранено, дальше' }).click();
      await page.waitForURL(/clients\/\d+/);
      await page.fill('[name=email]', 'owner@club.example');
      await press(page, 'Пригласить владельца');
      assert.match(await mainText(page), /Приглашён: owner@club\.example/);
      await look(page, 'client-phone');
      await page.goto(at('/o/onboarding'));
      await look(page, 'onboarding-phone');
      await page.goto(at(`/o/clients/${shop.id}/bulk`));
      await look(page, 'client-bulk-phone');
      await page.goto(at('/o/mail'));
      await look(page, 'mail-phone');
      await page.goto(at('/o/suppliers'));
      await page.locator('main table a').first().click();
      await page.waitForURL(/suppliers\/\d+/);
      await page.locator('#codes summary').click();
      await look(page, 'supplier-codes-phone');
      await page.getByRole('link', { name: 'Кассиры' }).click();
      await page.waitForURL(/tills/);
      await page.fill('[name=name]', 'kassa-1');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Показан один раз/);
      await page.getByRole('link', { name: 'Всё сохранено, дальше' }).click();
      await look(page, 'cashiers-phone');
    });
    await openAs(dark, `/o/clients/${shop.id}`, (page) => look(page, 'client-dark'));
    await openAs(desktop, `/o/clients/${shop.id}`, (page) => look(page, 'client-desktop'));
    await openAs(desktop, `/o/clients/${shop.id}/edit`, (page) => look(page, 'client-edit-desktop'));
  });

  test('an order is found, looked at and taken back', async () => {
    await openAs(desktop, '/o/orders', async (page) => {
      await look(page, 'orders-desktop');
      await page.getByRole('link', { name: String(issued) }).click();
      await page.waitForURL(/orders\/\d+/);
      await look(page, 'order-desktop');
    });
    await openAs(phone, `/o/orders/${issued}`, async (page) => {
      await look(page, 'order-phone');
      await page.locator('summary', { hasText: 'Показать код' }).click();
      await page.fill('[name=reason]', 'не читается штрихкод');
      await press(page, 'Показать код');
      assert.match(await mainText(page), /только вам/);
      await look(page, 'code-phone');
      await page.goto(at(`/o/orders/${issued}`));
      await page.locator('summary', { hasText: 'Отозвать' }).click();
      await page.fill('[name=note]', 'куплен дважды');
      await press(page, 'Отозвать сертификат');
      await look(page, 'refund-question-phone');
      await sayYes(page);
      assert.match(await mainText(page), /клиенту возвращено/);
      await page.goto(at('/o/waiting'));
      await look(page, 'waiting-phone');
      await page.goto(at(`/o/orders/${waiting}`));
      assert.match(await mainText(page), /кодов этого номинала/);
      await page.goto(at(`/o/orders?client=${shop.id}`));
      await look(page, 'orders-phone');
    });
  });

  test('callbacks are sent again, a payment is booked', async () => {
    await openAs(phone, '/o/callbacks', async (page) => {
      await look(page, 'callbacks-phone');
      await page.goto(at(`/o/callbacks/${issued}`));
      await look(page, 'callback-phone');
      await press(page, 'Отправить ещё раз');
      assert.match(await mainText(page), /прямо сейчас/);
      await world.settle();
      await page.goto(at('/o/money'));
      await look(page, 'money-phone');
      await page.getByRole('link', { name: /Зачислить/ }).click();
      await page.waitForURL(/money\/\d+/);
      await press(page, 'Зачислить');
      await look(page, 'booking-question-phone');
      await sayYes(page);
      assert.match(await mainText(page), /Зачислено 125\s000,00/);
      await look(page, 'client-money-phone');
    });
    await openAs(desktop, `/o/money/${shop.id}`, (page) => look(page, 'client-money-desktop'));
  });

  test('a settlement is counted', async () => {
    await openAs(phone, '/o/settlement', async (page) => {
      await look(page, 'settlement-form-phone');
      await page.fill('[name=from]', '2026-11-01');
      await page.fill('[name=to]', '2026-11-30');
      await press(page, 'Показать');
      assert.match(await mainText(page), /Итого|ничего не было/);
      await look(page, 'settlement-phone');
    });
  });
});
