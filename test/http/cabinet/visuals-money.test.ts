import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { maxFileBytes } from '../../../src/orders/bulk/add-file.ts';
import { listTopUpRequests } from '../../../src/ledger/top-up-requests.ts';
import { topUp } from '../../../src/ledger/top-up.ts';
import { listActs } from '../../../src/people/audit/check-chain.ts';
import { csvSheet } from '../../support/bulk-world.ts';
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
import { codeOf, newPerson, type TestPerson } from '../../support/people-world.ts';
import { textOf } from '../../support/read-pdf.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const payee = 'ООО «Пример»; ИНН 7700000000; р/с 40702810000000000001; БИК 044525000';

const look = lookOf('money');

async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  return readFileSync(await (await begun).path());
}

const file = (bytes: Buffer) => ({ name: 'orders.csv', mimeType: 'text/csv', buffer: bytes });

describe('money and bulk orders of a client, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let productId = 0;

  before(async () => {
    world = await testWorld({ FACEVALUE_PAYEE: payee });
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    shop = await world.client({ name: 'Подарки и точка', balanceRoubles: 50_000, callbackUrl: null });
    productId = (await world.product({ scheme: 'platform' })).id;
    const order = async (): Promise<void> => {
      await shop.makeOrder({ product_id: productId, face: 1000, delivery_type: 'link' });
      await world.settle();
    };
    for (let week = 0; week < 4; week += 1) {
      await order();
      await order();
      world.clock.forward('9 d');
      await world.pay(shop, 1500);
    }
    await order();
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;
  const party = () => ({ side: 'client', partyId: shop.id }) as const;

  const openAs = (
    person: TestPerson,
    device: BrowserContextOptions,
    where: string,
    run: (page: Page) => Promise<void>,
  ): Promise<void> => visitAs({ world, browser }, person, device, where, run);

  test('finance reads the statement, sets a warning, pays an invoice and takes the documents', async () => {
    const finance = await newPerson(world, party(), 'finance');
    await openAs(finance, phone, '/c/money', async (page) => {
      await look(page, 'money-phone');
      const text = await mainText(page);
      assert.match(text, /Доступно\s+47\s000\s₽/);
      await page.fill('[name=level]', 'много');
      await press(page, 'Сохранить');
      assert.match(await mainText(page), /Введите сумму в рублях/);
      await look(page, 'warning-wrong-phone');
      await page.fill('[name=level]', '60 000');
      await press(page, 'Сохранить');
      assert.match(await mainText(page), /Сохранено/);
      await world.settle();
      assert.ok(world.mail.letters.some(({ subject }) => subject === 'Баланс заканчивается'));
      await page
        .locator('#statement')
        .getByRole('link', { name: /Раньше/ })
        .click();
      await page.waitForURL(/month=/);
      await look(page, 'month-phone');
      await page.locator('td a').first().click();
      await page.waitForURL(/days/);
      await look(page, 'day-phone');
      assert.match(await mainText(page), /Принятые заказы/);

      await page.goto(at('/c/money/top-up'));
      await look(page, 'top-up-empty-phone');
      await page.fill('[name=sum]', '0');
      await press(page, 'Создать счёт');
      assert.match(await mainText(page), /Введите сумму в рублях в этих пределах/);
      await page.fill('[name=sum]', '25 000');
      await press(page, 'Создать счёт');
      await look(page, 'top-up-phone');
      const [asked] = await listTopUpRequests(world.home.db, {
        clientId: shop.id,
        fromKey: null,
        direction: 'older',
        limit: 1,
      });
      const reference = asked?.reference ?? assert.fail('nothing was asked');
      const invoice = textOf(await download(page, /Счёт, PDF/));
      for (const said of [reference, 'ИНН 7700000000', '25 000,00', 'Подарки и точка'])
        assert.ok(invoice.replaceAll(/\s/g, ' ').includes(said), `${said} is in ${invoice}`);
      const payment = { clientId: shop.id, amountKopecks: 25_000_00, reference, note: '' };
      assert.equal((await topUp(world.home.db, payment, world.clock.now())).is, 'booked');
      await page.reload();
      assert.match(await mainText(page), /зачислен/);

      await page.goto(at('/c/money/documents'));
      await look(page, 'documents-phone');
      const closed = textOf(await download(page, /Закрывающий документ/));
      assert.match(closed, /Остаток на конец периода/);
      const csv = (await download(page, /^CSV/)).toString('utf8').trim().split('\r\n');
      assert.equal(csv.at(-1)?.split(';')[4], '72000', 'ends with the balance of now');
    });
    const acts = await listActs(world.home.db, party(), { limit: 20 });
    assert.deepEqual(
      acts.map(({ act }) => act).filter((act) => act.startsWith('money.')),
      ['money.statement-taken', 'money.statement-taken', 'money.top-up-asked', 'money.low-balance-level'],
    );
    await openAs(finance, dark, '/c/money', (page) => look(page, 'money-dark-phone'));
    await openAs(finance, desktop, '/c/money', (page) => look(page, 'money-desktop'));
  });

  test('who only views sees the money and can do nothing with it; of another client nothing is there', async () => {
    const viewer = await newPerson(world, party(), 'viewer', { factor: false });
    await openAs(viewer, desktop, '/c/money', async (page) => {
      assert.equal(await page.locator('main form').count(), 0);
      for (const path of ['/c/money/top-up', '/c/money/documents'])
        assert.equal((await page.goto(at(path)))?.status(), 404);
      await page.goto(at('/c/bulk'));
      assert.equal(await page.locator('main form').count(), 0);
    });
    const empty = await world.client({ name: 'Новый клиент', balanceRoubles: 0, callbackUrl: null });
    const owner = await newPerson(world, { side: 'client', partyId: empty.id }, 'owner');
    await openAs(owner, phone, '/c/money', (page) => look(page, 'money-empty-phone'));
    await openAs(owner, phone, '/c/bulk', (page) => look(page, 'bulk-empty-phone'));
  });

  test('an owner uploads a sheet, corrects what is wrong, confirms, and takes the result', async () => {
    const owner = await newPerson(world, party(), 'owner');
    const headings = ['Product', 'Face value', 'Delivery', 'Recipient e-mail', 'External id'];
    const line = (id: string, face = 500): (string | number)[] => [productId, face, 'link', '', id];
    const wrong = [productId, 700, 'email', 'nobody at all', 'B-3'];
    const sheet = csvSheet(headings, [line('B-1'), line('B-2'), wrong]);
    await openAs(owner, desktop, '/c/bulk', async (page) => {
      await page.setInputFiles('[name=file]', file(Buffer.alloc(maxFileBytes + 1, 'x')));
      await press(page, 'Upload and check');
      assert.match(await mainText(page), /too large/);
      await look(page, 'bulk-too-large-desktop');
      assert.equal((await world.home.db.query(`select from bulk_orders`)).rowCount, 0, 'no cut file is kept');
      const template = await page.request.get(at('/c/bulk/template.csv?lang=en'));
      assert.match(await template.text(), /Recipient e-mail/);
      await page.setInputFiles('[name=file]', file(sheet));
      await press(page, 'Upload and check');
      assert.match(await mainText(page), /being read/);
      await look(page, 'bulk-reading-desktop');
      await world.settle();
      await page.getByText('Wrong lines').first().waitFor({ timeout: 20_000 });
      await look(page, 'bulk-preview-desktop');
      assert.match(await mainText(page), /nobody at all/);
      assert.match(await mainText(page), /Recipient e-mail is filled incorrectly/);
      const toCorrect = await download(page, /Download them to correct, CSV/);
      assert.match(toCorrect.toString('utf8'), /B-3/);
      assert.doesNotMatch(toCorrect.toString('utf8'), /B-1/);

      world.clock.forward('11 min');
      await press(page, /^Order 2 for/);
      assert.equal(new URL(page.url()).pathname, '/in/second', 'money needs a fresh proof');
      await page.fill('[name=code]', codeOf(world, owner));
      const proven = page.waitForURL(/\/in\/again\/\d+/);
      await page.press('[name=code]', 'Enter');
      await proven;
      await press(page, 'Go on');
      assert.match(await mainText(page), /Confirmed/);
      await look(page, 'bulk-placing-desktop');
      await world.settle();
      await page.getByRole('button', { name: /Result with links, CSV/ }).waitFor({ timeout: 20_000 });
      await look(page, 'bulk-done-desktop');
      const result = (await download(page, /Result with links, CSV/)).toString('utf8');
      assert.equal(result.match(/\/g\//g)?.length, 2, 'a link for each certificate');

      await page.goto(at('/c/bulk'));
      await page.setInputFiles('[name=file]', file(sheet));
      await press(page, 'Upload and check');
      await world.settle();
      await page.getByText('The same file was uploaded').waitFor({ timeout: 20_000 });
      await press(page, /^Order 2 for/);
      assert.match(await mainText(page), /ordered before/);
      await look(page, 'bulk-same-file-desktop');
      await press(page, 'Cancel');
      await look(page, 'bulk-cancel-question-desktop');
      await sayYes(page);
      await look(page, 'bulk-cancelled-desktop');
    });
    const acts = await listActs(world.home.db, party(), { limit: 6 });
    assert.deepEqual(acts.map(({ act }) => act).toReversed(), [
      'bulk.added',
      'bulk.wrong-lines-taken',
      'bulk.confirmed',
      'bulk.result-taken',
      'bulk.added',
      'bulk.cancelled',
    ]);
    // The proof has changed the first one's session.
    const another = await newPerson(world, party(), 'owner');
    await openAs(another, phone, '/c/bulk', (page) => look(page, 'bulk-list-phone'));
    const { rows } = await world.home.db.query<{ id: number }>(
      `select id from bulk_orders order by id limit 1`,
    );
    await openAs(another, dark, `/c/bulk/${rows[0]?.id}`, (page) => look(page, 'bulk-done-dark-phone'));
  });
});
