import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
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

const heading = 'Регион;Город;Адрес;Широта;Долгота';
const shops = [
  'Ханты-Мансийский автономный округ – Югра;Нижневартовск;ул. Дружбы народов, 22, торговый центр «Подсолнух», 2-й этаж, рядом с главным входом;60,9344;76,5531',
  'Тверская область;Тверь;ул. Чайная, 1;56,8587;35,9176',
];

const file = (rows: string[]) => ({
  name: 'магазины.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([heading, ...rows].join('\n')),
});

describe('shop addresses, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let catalogue: TestPerson;
  let path: string;

  before(async () => {
    world = await testWorld();
    catalogue = await newPerson(world, operator, 'catalogue');
    browser = await sharedBrowser();
    path = `/o/products/${(await world.product({ title: 'Вечер для самых терпеливых' })).id}`;
  });
  after(() => world[Symbol.asyncDispose]());

  test('on a phone: one is added, a table is previewed and imported, one is changed', async () => {
    await visitAs({ world, browser }, catalogue, phone, path, async (page) => {
      await page.locator('a[href*="/addresses"]').click();
      assert.match(await mainText(page), /Адресов пока нет/);
      await look(page, 'addresses-empty');
      await letThrough(page);
      await page.fill('[name=area]', 'Тверская область');
      await page.fill('[name=locality]', 'Тверь');
      await page.fill('[name=address]', 'ул. Старая, 5');
      await page.fill('[name=lat]', '95');
      await page.fill('[name=lon]', '35.9');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Широта: не читается/);
      await look(page, 'addresses-wrong');
      await page.fill('[name=lat]', '56.8');
      await press(page, 'Добавить');
      assert.match(await mainText(page), /Адрес добавлен/);
      await page.setInputFiles('[name=file]', file([...shops, 'Тверская область;;без города;1;2']));
      await press(page, 'Посмотреть изменения');
      assert.match(await mainText(page), /в таблице есть неверные ячейки/);
      await look(page, 'addresses-table-wrong');
      await page.setInputFiles('[name=file]', file(shops));
      await press(page, 'Посмотреть изменения');
      assert.match(await mainText(page), /Удалятся: 1[^]*Добавятся: 2/);
      await look(page, 'addresses-preview');
      await press(page, 'Загрузить');
      assert.match(await mainText(page), /Добавлено: 2, удалено: 1/);
      await look(page, 'addresses-full');
      await follow(page, /^Изменить.*Тверь/);
      await look(page, 'addresses-one');
      await page.fill('[name=address]', 'ул. Чайная, 1а');
      await press(page, 'Сохранить');
      assert.match(await mainText(page), /ул\. Чайная, 1а/);
    });
  });

  test('on a desktop, light and dark', async () => {
    for (const [device, name] of [
      [desktop, 'desktop'],
      [dark, 'dark'],
    ] as const)
      await visitAs({ world, browser }, catalogue, device, `${path}/addresses`, async (page) => {
        await look(page, `addresses-${name}`);
        await page.goto(`${world.ctx.config.baseUrl}${path}`);
        await look(page, `addresses-product-${name}`);
      });
  });
});
