import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { askApproval } from '../../src/people/approvals/approvals.ts';
import { inBrowser, sharedBrowser, visit } from '../support/gift-browser.ts';
import { chooseByKey, pressByKey, tabTo, type } from '../support/keyboard.ts';
import { codeOf, newPerson, type TestPerson } from '../support/people-world.ts';
import { desktop, letThrough, mainText, visitAs } from '../support/signed-in-browser.ts';
import { buyOne } from '../redemption/redemption-shop.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('main jobs by the keyboard alone', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let made: TestProduct;
  let pooled: TestProduct;
  let orderId = 0;
  let owner: TestPerson;
  let admin: TestPerson;

  before(async () => {
    world = await testWorld({ FACEVALUE_PAYEE: 'ООО «Пример»; р/с 40702810000000000001' });
    shop = await world.client({ name: 'Подарки и точка' });
    made = await world.product({ scheme: 'platform', facesRoubles: [500] });
    pooled = await world.product({ facesRoubles: [500] });
    const sent = { delivery_type: 'email', email_to: 'mila@recipients.example' };
    orderId = await shop.makeOrder({ product_id: made.id, face: 500, ...sent });
    await world.settle();
    owner = await newPerson(world, { side: 'client', partyId: shop.id }, 'owner');
    admin = await newPerson(world, operator, 'admin');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const as = (person: TestPerson, where: string, run: (page: Page) => Promise<void>): Promise<void> =>
    visitAs({ world, browser }, person, desktop, where, run);

  test('signing in, and past the navigation to the content', async () => {
    world.clock.forward('30 s');
    await visit(browser, desktop, `${world.ctx.config.baseUrl}/in`, async (page) => {
      await type(page, '[name=email]', owner.email);
      await type(page, '[name=password]', owner.password);
      let loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      await type(page, '[name=code]', codeOf(world, owner));
      loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      await page.waitForURL(/\/c(\?|$)/);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(`document.activeElement.className`), 'skip');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(`document.activeElement.closest('main') !== null`), true);
    });
  });

  test('an order is found, opened and sent again; a new one is placed', async () => {
    await as(owner, '/c/orders', async (page) => {
      await type(page, 'main [name=q]', String(orderId));
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      if (!/orders\/\d/.test(page.url())) await pressByKey(page, `main a[href*="/c/orders/${orderId}"]`);
      await pressByKey(page, 'form[action*="/resend"] button');
      assert.match(await mainText(page), /again|queue/i);
      await page.goto(`${world.ctx.config.baseUrl}/c/orders/new?product=${made.id}`);
      await type(page, '[name=email_to]', 'anna@recipients.example');
      await pressByKey(page, 'button[value=check]');
      await pressByKey(page, 'button[value=place]');
      await page.waitForURL(/orders\/\d/);
    });
  });

  test('many orders are brought and confirmed, money is announced', async () => {
    await as(owner, '/c/bulk', async (page) => {
      const rows = ['product_id;face;email_to', `${made.id};500;one@recipients.example`];
      await chooseByKey(page, '[name=file]', 'orders.csv', rows.join('\n'));
      await pressByKey(page, 'main form[enctype] button');
      await world.settle();
      await page.reload();
      await pressByKey(page, 'form[action*="/confirm"] button');
      await world.settle();
      await page.reload();
      assert.match(await mainText(page), /Result|done/i);
      await page.goto(`${world.ctx.config.baseUrl}/c/money/top-up`);
      await type(page, '[name=sum]', '25 000');
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      assert.match(await mainText(page), /25,000/);
    });
  });

  test('a wrong field is told first and reached; a colleague is invited', async () => {
    await as(owner, `/c/orders/new?product=${made.id}`, async (page) => {
      await letThrough(page);
      await type(page, '[name=email_to]', 'anna');
      await pressByKey(page, 'button[value=check]');
      assert.equal(await page.evaluate(`document.activeElement.getAttribute('role')`), 'alert');
      await tabTo(page, '[role=alert] a');
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        `document.activeElement.name === 'email_to' || location.hash === '#email_to'`,
      );
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(`document.activeElement.closest('form') !== null`), true);
      await page.goto(`${world.ctx.config.baseUrl}/team`);
      await type(page, '[name=email]', 'olga@people.example');
      await page.keyboard.press('Tab');
      await page.keyboard.type('d');
      assert.equal(await page.evaluate(`document.activeElement.value`), 'developer');
      await pressByKey(page, 'form[action*="/team/invite"] button');
      assert.match(await mainText(page), /olga@people\.example/);
    });
  });

  test('an operator approves, and loads codes', async () => {
    const payload = { clientId: shop.id, amountKopecks: 5_000_000, reference: 'payment 17', note: '' };
    const ask = { party: operator, act: 'money.top-up', payload } as const;
    await askApproval(world.home.db, world.ctx.keyring, fromShell, ask, world.clock.now());
    await as(admin, '/o/approvals', async (page) => {
      await pressByKey(page, 'form[action*="/approve"] button');
      assert.match(await mainText(page), /Approved and done/);
      await page.goto(`${world.ctx.config.baseUrl}/o/pools/${pooled.id}`);
      await chooseByKey(page, '[name=file]', 'codes.csv', 'Номер;Номинал\nGIFT-1111;500');
      await pressByKey(page, `form[action*="/o/pools/${pooled.id}"] button`);
      await world.settle();
      await page.reload();
      await pressByKey(page, 'form[action*="/load"] button');
      await world.settle();
      await page.reload();
      assert.match(await mainText(page), /loaded/i);
      await page.goto(`${world.ctx.config.baseUrl}/o/products/${pooled.id}`);
      await tabTo(page, 'details summary');
      await page.keyboard.press('Enter');
      await tabTo(page, 'details[open] input');
    });
  });

  test('a certificate is redeemed at the till and taken back', async () => {
    const code = await buyOne(world, shop, made);
    const party = { side: 'supplier', partyId: made.supplierId } as const;
    const manager = await newPerson(world, party, 'manager');
    await as(manager, '/till', async (page) => {
      await page.waitForSelector('#number:focus');
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.yes');
      await tabTo(page, '.accept');
      await page.keyboard.press('Enter');
      await page.getByText('Certificate redeemed').waitFor();
      await page.goto(`${world.ctx.config.baseUrl}/s/redeemed`);
      await pressByKey(page, 'td a');
      await type(page, '[name=reason]', 'the wrong one');
      await pressByKey(page, 'form[action*="/undo"] button');
      assert.match(await mainText(page), /valid again/);
    });
  });
});
