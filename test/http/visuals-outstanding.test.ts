import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { createOutstandingCounter } from '../../src/redemption/outstanding/count-outstanding.ts';
import { choiceOf, line } from '../orders/exchange/choice-world.ts';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { newPerson } from '../support/people-world.ts';
import { desktop, follow, lookOf, mainText, phone, press, visitAs } from '../support/signed-in-browser.ts';
import { testWorld } from '../support/test-world.ts';

const look = lookOf('outstanding');

test(
  'what is outstanding, for the operator and for a client, and the rest of a certificate is taken back',
  inBrowser,
  async () => {
    await using world = await testWorld();
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    const shop = await choiceOf(world, {
      name: 'Закупочное товарищество «Высокопревосходительные праздничные подарки и сувениры»',
    });
    const parts = await world.product({
      scheme: 'platform',
      title: 'Ужин в мишленовском ресторане «Утка и яблоко» на двоих',
      inParts: true,
      validity: { is: 'days', days: 200 },
    });
    await shop.client.makeOrder({ product_id: parts.id, face: 1000 });
    const key = await shop.buy();
    await shop.chosen(key, [line(shop.coffee, 500)]);
    await world.settle();
    world.clock.forward('2 d');
    for (const cell of everyCell(world.ctx)) {
      const counter = createOutstandingCounter(cell);
      while ((await counter.round()) > 0);
    }
    const browser = await sharedBrowser();
    const admin = await newPerson(world, operator, 'admin');
    const owner = await newPerson(world, clientParty(shop.client.id), 'owner');

    await visitAs({ world, browser }, admin, phone, '/o/settlement', async (page) => {
      await follow(page, 'Остатки на сертификатах');
      assert.match(await mainText(page), /без срока/);
      await look(page, 'operator-phone');
    });
    await visitAs({ world, browser }, admin, desktop, '/o/settlement/outstanding', (page) =>
      look(page, 'operator-desktop'),
    );
    await visitAs({ world, browser }, owner, phone, '/c/money', async (page) => {
      await follow(page, 'Остатки на сертификатах');
      await look(page, 'client-phone');
    });
    await visitAs({ world, browser }, owner, desktop, '/c/money/outstanding', (page) =>
      look(page, 'client-desktop'),
    );
    await visitAs({ world, browser }, admin, phone, `/o/orders/${key.cardRequestId}`, async (page) => {
      await page.getByText('Отозвать сертификат').first().click();
      await page.fill('[name=note]', 'получатель передумал');
      await press(page, 'Отозвать сертификат');
      assert.match(await mainText(page), /вернуть 500/);
      await look(page, 'refund-question-phone');
      await press(page, 'Отозвать сертификат');
      assert.match(await mainText(page), /клиенту возвращено 500/);
      await look(page, 'refunded-phone');
    });
  },
);
