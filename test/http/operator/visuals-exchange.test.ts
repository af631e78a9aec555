/** What a choice certificate is exchanged for, in a browser: made of a product, listed, filled and cut. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { addCategory } from '../../../src/catalog/set-category.ts';
import { operator } from '../../../src/people/access/party.ts';
import { addTargets, choiceProduct } from '../../support/choice-things.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import {
  dark,
  desktop,
  follow,
  look,
  mainText,
  phone,
  press,
  visitAs,
} from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const longTitle = 'Вечер для самых терпеливых: ужин, полёт и ещё один ужин, на следующий день';

describe('lists of choice certificates, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let catalogue: TestPerson;
  let tea: { id: number; brandId: number };
  let path: string;

  before(async () => {
    world = await testWorld();
    catalogue = await newPerson(world, operator, 'catalogue');
    browser = await sharedBrowser();
    await addCategory(world.ctx.db, 41, { title: 'Еда и напитки' });
    tea = await world.product({ scheme: 'platform', title: longTitle, categories: [41] });
    path = `/o/products/${(await choiceProduct(world, {})).id}`;
  });
  after(() => world[Symbol.asyncDispose]());

  test('on a phone: from the product to its list, which is filled and cut', async () => {
    await visitAs({ world, browser }, catalogue, phone, path, async (page) => {
      assert.match(await mainText(page), /Карту на выбор пока не на что обменять/);
      await look(page, 'exchange-product');
      await follow(page, 'На что обменивается');
      assert.match(await mainText(page), /Список пуст/);
      await look(page, 'exchange-empty');
      await page.fill('[name=products]', `${tea.id} 999999`);
      await press(page, 'Добавить в список');
      assert.match(await mainText(page), /Таких продуктов нет, или это сами сертификаты на выбор: 999999/);
      await look(page, 'exchange-wrong');
      await page.fill('[name=products]', String(tea.id));
      await page.selectOption('[name=category]', '41');
      await page.selectOption('[name=brand]', String(tea.brandId));
      await press(page, 'Добавить в список');
      assert.match(await mainText(page), /Добавлено: 3/);
      await look(page, 'exchange-full');
      await press(page, `Убрать: ${longTitle}`);
      assert.match(await mainText(page), /Убрано из списка/);
    });
  });

  test('on a desktop, light and dark', async () => {
    const { id } = await world.product({ scheme: 'platform', title: 'Снято с продажи', switchedOn: false });
    await addTargets(world, Number(path.split('/').at(-1)), { product: [tea.id, id] });
    for (const [device, name] of [
      [desktop, 'desktop'],
      [dark, 'dark'],
    ] as const)
      await visitAs({ world, browser }, catalogue, device, `${path}/exchange`, async (page) => {
        await look(page, `exchange-${name}`);
        await page.goto(`${world.ctx.config.baseUrl}${path}`);
        await look(page, `exchange-product-${name}`);
        await page.goto(`${world.ctx.config.baseUrl}/o/products/${tea.id}/exchange`);
        await look(page, `exchange-none-${name}`);
      });
  });
});
