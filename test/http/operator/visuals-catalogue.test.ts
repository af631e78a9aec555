import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { operator } from '../../../src/people/access/party.ts';
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
  visitAs,
} from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const longName = 'Товарищество «Высокопревосходительные праздничные подарки и сувениры для всей семьи»';
const sheet = [
  'Номер;Номинал',
  'GIFT-1111;500',
  'GIFT-2222;500',
  'GIFT-1111;500',
  'GIFT-3333;ерунда',
  'GIFT-4444;700',
].join('\n');

describe('suppliers, products and codes for whoever keeps the catalogue, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let catalogue: TestPerson;

  before(async () => {
    world = await testWorld();
    catalogue = await newPerson(world, operator, 'catalogue');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;
  const asCatalogue = (
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world, browser }, catalogue, device, where, run);
  const places = [
    '/o',
    '/o/suppliers',
    '/o/products',
    '/o/limits',
    '/o/pools',
    '/o/drafts',
    '/o/categories',
    '/o/onboarding',
  ];
  const lookAround = async (page: Page, state: string): Promise<void> => {
    for (const place of places) {
      await page.goto(at(place));
      await look(page, `catalogue-${state}${place.replaceAll('/', '-')}`);
    }
  };

  test('empty lists say what to do first', async () => {
    await asCatalogue(dark, '/o', async (page) => {
      await lookAround(page, 'empty');
      await page.goto(at('/o/suppliers'));
      assert.match(await mainText(page), /Поставщиков пока нет: заведите первого/);
    });
  });

  test('a supplier, its limit, a product and its codes are brought in on a phone', async () => {
    await asCatalogue(phone, '/o/suppliers', async (page) => {
      await follow(page, 'Добавить поставщика');
      await page.fill('[name=name]', longName);
      await page.fill('[name=contact]', 'codes@предложение');
      await letThrough(page);
      await press(page, 'Добавить поставщика');
      assert.match(await mainText(page), /Это не адрес почты/);
      await look(page, 'catalogue-supplier-wrong');
      await page.fill('[name=contact]', 'codes@supplier.example');
      await press(page, 'Добавить поставщика');
      assert.match(await mainText(page), /Поставщик заведён/);

      await page.locator('summary', { hasText: 'Изменить лимит' }).click();
      await page.fill('[name=monthlyOrders]', 'много');
      await press(page, 'Сохранить бренд');
      assert.match(await mainText(page), /Лимит — целое число или пусто/);
      await page.fill('[name=monthlyOrders]', '200');
      await press(page, 'Сохранить бренд');
      assert.match(await mainText(page), /0 из 200/);
      await look(page, 'catalogue-supplier');

      await follow(page, 'Добавить продукт');
      await page.fill('[name=title]', 'Вечер для самых терпеливых');
      await page.fill('[name=faces]', '500 тысяча');
      await press(page, 'Добавить продукт');
      assert.match(await mainText(page), /Номиналы — числа рублей/);
      await look(page, 'catalogue-product-wrong');
      await page.fill('[name=faces]', '500 1000');
      await press(page, 'Добавить продукт');
      assert.match(await mainText(page), /Продукт заведён/);
      await press(page, 'Отключить: 1 000 ₽');
      await page.locator('summary', { hasText: 'Изменить продукт' }).click();
      await page.fill('[name=brief]', 'Ужин, свечи и никаких телефонов.');
      await look(page, 'catalogue-product-edit');
      await press(page, 'Сохранить');
      assert.match(await mainText(page), /Сохранено/);
      await look(page, 'catalogue-product');
      await bringCodes(page);
    });
  });

  /** From the page of a product: a file with a duplicate and mistakes becomes codes. */
  async function bringCodes(page: Page): Promise<void> {
    await follow(page, 'Пул кодов');
    await page.setInputFiles('[name=file]', {
      name: 'коды.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet),
    });
    await look(page, 'catalogue-pool-empty');
    await press(page, 'Посмотреть, что в файле');
    await world.settle();
    await page.reload();
    assert.match(await mainText(page), /Ошибочные строки: 2[^]*Повторы в файле: 1/);
    await look(page, 'catalogue-draft-wrong');
    await page.check('[name=skipWrong]');
    await page.check('[name=skipDuplicates]');
    await press(page, 'Посмотреть ещё раз');
    await world.settle();
    await page.reload();
    await look(page, 'catalogue-draft');
    await press(page, /^Загрузить/);
    await world.settle();
    await page.goto(page.url());
    assert.match(await mainText(page), /загружен/);
    assert.doesNotMatch(await page.content(), /GIFT-/);
    await look(page, 'catalogue-draft-loaded');
  }

  test('categories are kept, and everything is looked at full', async () => {
    await asCatalogue(phone, '/o/categories', async (page) => {
      await page.fill('[name=title]', 'Впечатления');
      await page.fill('[name=id]', '7');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Впечатления/);
      await lookAround(page, 'full');
    });
    await asCatalogue(desktop, '/o', async (page) => {
      await lookAround(page, 'desktop');
      await page.goto(at('/o/products'));
      await follow(page, 'Вечер для самых терпеливых');
      await page.locator('summary', { hasText: /template/ }).click();
      await page.fill('[name=template]', '{"no": "template"}');
      await press(page, /template/);
      await look(page, 'catalogue-template-wrong-desktop');
      await page.goto(at('/o/suppliers'));
      await follow(page, longName);
      await look(page, 'catalogue-supplier-desktop');
    });
  });
});
