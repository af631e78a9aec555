import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { makeLettersNow } from '../../../src/suppliers/activation/make-letters.ts';
import { setSchedule } from '../../../src/suppliers/activation/schedule.ts';
import type { TestProduct } from '../../support/arrange.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import {
  dark,
  desktop,
  follow,
  letThrough,
  look,
  mainText,
  phone,
  press,
  sayYes,
  visitAs,
} from '../../support/signed-in-browser.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const numbers = ['GIFT-1111', 'GIFT-2222', 'GIFT-3333'];
const sheet = ['Номер;Номинал', 'MORE-1111;500', 'MORE-1111;500', 'MORE-2222;ерунда'].join('\n');
const places = [
  '/s',
  '/s/codes',
  '/s/activation',
  '/s/sold',
  '/s/redeemed',
  '/s/settlement',
  '/s/tills',
  '/s/integration',
  '/s/start',
  '/team',
  '/till',
];

describe('the ways of a supplier’s people, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let product: TestProduct;
  let client: TestClient;
  let manager: TestPerson;
  let cashier: TestPerson;

  before(async () => {
    world = await testWorld();
    const title = 'Ужин для самых терпеливых';
    product = await world.product({ facesRoubles: [500], activationScheme: 'letter', title });
    const party = { side: 'supplier', partyId: product.supplierId } as const;
    await supplierCaller(world, product.supplierId, { redeemsOwn: true });
    client = await world.client();
    manager = await newPerson(world, party, 'manager');
    cashier = await newPerson(world, party, 'cashier', { factor: false });
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;
  const as = (
    person: TestPerson,
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world, browser }, person, device, where, run);
  const lookAround = async (page: Page, state: string): Promise<void> => {
    for (const place of places) {
      await page.goto(at(place));
      await look(page, `supplier-${state}${place.replaceAll('/', '-')}`);
    }
  };

  test('empty pages say what will be there', async () => {
    await as(manager, dark, '/s', (page) => lookAround(page, 'empty'));
  });

  test('a manager hands in codes on a phone', async () => {
    await as(manager, phone, '/s/codes', async (page) => {
      await letThrough(page);
      await press(page, 'Загрузить и проверить');
      assert.match(await mainText(page), /Выберите файл/);
      await look(page, 'supplier-codes-wrong');
      const buffer = Buffer.from(sheet);
      await page.setInputFiles('[name=file]', { name: 'коды-на-неделю.csv', mimeType: 'text/csv', buffer });
      await press(page, 'Загрузить и проверить');
      await look(page, 'supplier-codes-reading');
      await world.settle();
      await page.reload();
      assert.match(await mainText(page), /Повторы внутри файла: 1/);
      assert.match(await mainText(page), /Строки с ошибками: 1/);
      await look(page, 'supplier-codes-checked');
      await follow(page, 'Все файлы и запас');
      assert.match(await mainText(page), /ждёт оператора/);
    });
  });

  test('a manager confirms what was activated, row by row', async () => {
    const { db } = world.home;
    await world.pool(
      product,
      500,
      numbers.map((number) => ({ number, pin: '', inactive: true })),
    );
    for (let left = numbers.length; left > 0; left -= 1)
      await client.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    const { supplierId } = product;
    await setSchedule(db, supplierId, { addresses: ['codes@supplier.example'] }, world.clock.now());
    await makeLettersNow(world.ctx, supplierId, world.clock.now());
    await world.settle();
    await as(manager, phone, '/s/activation', async (page) => {
      await follow(page, /Список № /);
      await press(page, 'Подтвердить отмеченные');
      assert.match(await mainText(page), /Отметьте строки/);
      await page.check('[name=row][value="2"]');
      await press(page, 'Подтвердить отмеченные');
      await look(page, 'supplier-activation-question');
      await sayYes(page);
      await look(page, 'supplier-activation-list');
      await press(page, /Подтвердить все/);
      await sayYes(page);
      assert.match(await mainText(page), /Подтверждено строк: 2/);
    });
  });

  test('a cashier redeems on a phone, closes the shift, and the manager takes it back', async () => {
    let transaction = '';
    await as(cashier, phone, '/till', async (page) => {
      await page.fill('#number', numbers[0] ?? '');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.yes');
      await look(page, 'supplier-till-yes');
      await page.click('.accept');
      transaction = (await page.locator('.digits').textContent()) ?? '';
      assert.match(transaction, /^[0-9A-Z]{12}$/);
      await page.goto(at('/till/today'));
      await look(page, 'supplier-till-today');
      world.clock.forward('1 min');
      await page.goto(at('/till/shift'));
      await look(page, 'supplier-till-shift');
      await press(page, 'Закрыть смену');
      await look(page, 'supplier-till-shift-closed');
    });
    await as(manager, phone, '/s/redeemed', async (page) => {
      await page.fill('[name=number]', numbers[0] ?? '');
      await press(page, 'Найти');
      assert.match(await mainText(page), new RegExp(transaction));
      assert.ok(!(await page.content()).includes(numbers[0] ?? ''));
      await letThrough(page);
      await press(page, 'Отменить погашение');
      assert.match(await mainText(page), /Напишите причину/);
      await look(page, 'supplier-undo-wrong');
      await page.fill('[name=reason]', 'Пробили не тот сертификат, покупатель платил картой');
      await press(page, 'Отменить погашение');
      assert.match(await mainText(page), /снова действителен/);
      await look(page, 'supplier-undone');
    });
  });

  test('a manager sets up tills and shops', async () => {
    await as(manager, phone, '/s/tills', async (page) => {
      await letThrough(page);
      await press(page, 'Добавить магазин');
      assert.match(await mainText(page), /Введите название/);
      await page.fill('[name=shop]', 'На углу Длинной и Широкой');
      await press(page, 'Добавить магазин');
      await page.fill('[name=name]', 'kassa-2');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Пароль для первого входа/);
      await look(page, 'supplier-cashier-password');
      await follow(page, 'Всё сохранено, дальше');
      await look(page, 'supplier-tills');
    });
  });

  test('everything is looked at full, and the month is agreed', async () => {
    world.clock.forward('11 d');
    await world.settle();
    manager = await newPerson(world, { side: 'supplier', partyId: product.supplierId }, 'manager');
    await as(manager, phone, '/s', async (page) => {
      await lookAround(page, 'full');
      await page.goto(at('/s/settlement/2026-11'));
      await look(page, 'supplier-month');
      await press(page, 'Согласиться с итогами');
      await look(page, 'supplier-month-question');
      await sayYes(page);
      assert.match(await mainText(page), /Итоги месяца согласованы/);
    });
    await as(manager, desktop, '/s', (page) => lookAround(page, 'desktop'));
  });
});
