/** How much of a list is seen at once, on a desktop and on a phone, and the line over it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { clientParty, operator, type Party } from '../../src/people/access/party.ts';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { multipartOf, multipartType } from '../support/pages-of.ts';
import { newPerson, type TestPerson } from '../support/people-world.ts';
import { look, phone, visitAs } from '../support/signed-in-browser.ts';

const desktop = { viewport: { width: 1280, height: 900 }, locale: 'ru-RU' };
const tall = { ...phone, viewport: { width: 360, height: 780 } };
const orders = 30;
const products = 14;

/** Of an order on a phone, with a title that takes two lines in some fonts. */
const tallestRow = 140;
const rows = 'main tbody tr';
/** As many as a list shows before anybody scrolls. */
const lists = [
  ['operator', '/o/orders', rows, 18],
  ['operator', '/o', '.kinds li', 11],
  ['operator', '/o/work/letters', rows, 12],
  ['operator', '/o/products', 'tbody tr:has(img.thumb)', 8],
  ['client', '/c/orders', rows, 18],
  ['client', '/c/catalogue', '.goods > li:has(img)', 8],
  ['supplier', '/s/sold', rows, 16],
] as const;

/** Whole, within the window. */
const seen = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }).length`);

const heights = (page: Page): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('${rows}')].map((one) => one.getBoundingClientRect().height)`);

/** Pictures are loaded once they are near; those that are seen must have come. */
const pictures = (page: Page): Promise<void> =>
  page.evaluate(`Promise.all([...document.querySelectorAll('main img')]
    .filter((one) => one.getBoundingClientRect().top < innerHeight).map((one) => one.decode())).then(() => {})`);

describe('lists, in a browser', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;
  const people = new Map<string, TestPerson>();

  before(async () => {
    o = await operatorWorld();
    const { world, shop } = o;
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    const first = await world.product({ scheme: 'platform', title: 'Подарочный сертификат «Пекарня»' });
    for (let count = 1; count < products; count += 1)
      await world.product({ scheme: 'platform', title: `Подарочный сертификат «Лавка ${count}»` });
    for (let count = 0; count < orders; count += 1)
      await shop.ok('makeOrder', {
        product_id: first.id,
        face: 500,
        uuid: `row-${count}`,
        to: 'Игорь',
        email_to: `igor.${count}@recipients.example`,
      });
    await world.settle();
    await giveAllAPicture(first.id);
    await world.home.db.query(
      `update deliveries set report = 'undelivered', reported_at = $1, report_details = 'no such mailbox'`,
      [world.clock.now()],
    );
    const parties: [string, Party, string][] = [
      ['operator', operator, 'admin'],
      ['client', clientParty(shop.id), 'owner'],
      ['supplier', { side: 'supplier', partyId: first.supplierId }, 'manager'],
    ];
    for (const [side, party, role] of parties) people.set(side, await newPerson(world, party, role));
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  async function giveAllAPicture(productId: number): Promise<void> {
    const drawing = sharp({ create: { width: 1360, height: 620, channels: 3, background: '#1e78c8' } });
    const answer = await o.world.server.inject({
      method: 'POST',
      url: `/o/products/${productId}/picture`,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: `facevalue-session=${o.people.get('catalogue')?.cookie ?? assert.fail()}`,
        'content-type': multipartType,
      },
      payload: multipartOf({}, { field: 'picture', name: 'a.png', bytes: await drawing.png().toBuffer() }),
    });
    assert.equal(answer.statusCode, 303, answer.body);
    await o.world.home.db.query(
      `update products p set image_large = f.image_large from products f where f.id = $1`,
      [productId],
    );
  }

  const visit = (side: string, device: object, where: string, run: (page: Page) => Promise<void>) =>
    visitAs({ world: o.world, browser }, people.get(side) ?? assert.fail(side), device, where, run);
  const at = (where: string): string => `${o.world.ctx.config.baseUrl}${where}`;

  test('a desktop shows many rows at once, and a phone all of each', async () => {
    const few: string[] = [];
    const tallest: number[] = [];
    for (const side of people.keys()) {
      const own = lists.filter(([whose]) => whose === side);
      await visit(side, desktop, own[0]?.[1] ?? '/', async (page) => {
        for (const [, url, selector, least] of own) {
          await page.goto(at(url));
          await pictures(page);
          const count = await seen(page, selector);
          if (count < least) few.push(`${url}: ${count} of ${least}`);
          await look(page, `rows${url.replaceAll('/', '-')}`);
        }
      });
      await visit(side, { ...tall, colorScheme: 'dark' }, own[0]?.[1] ?? '/', async (page) => {
        for (const [, url] of own) {
          await page.goto(at(url));
          await look(page, `rows${url.replaceAll('/', '-')}-dark-phone`);
          if (url.endsWith('/orders')) tallest.push(...(await heights(page)));
        }
      });
    }
    assert.deepEqual(few, []);
    assert.ok(tallest.length > orders && Math.max(...tallest) <= tallestRow, `${Math.max(...tallest)} px`);
  });

  test('denser rows are chosen without a script, keep the filters and stay chosen', async () => {
    const plain = { ...desktop, locale: 'en-US', javaScriptEnabled: false };
    await visit('operator', plain, `/o/orders?client=${o.shop.id}`, async (page) => {
      await page.getByRole('button', { name: 'Denser' }).click();
      await page.waitForURL(new RegExp(`/o/orders\\?client=${o.shop.id}&`));
    });
    await visit('operator', { ...desktop, locale: 'en-US' }, '/o/orders', async (page) => {
      await page.getByRole('button', { name: 'Denser' }).click();
      await page.getByRole('button', { name: 'Comfortable' }).waitFor();
      assert.ok((await seen(page, rows)) >= 24);
      await page.goto(at('/o/products'));
      await look(page, 'rows-dense');
      await page.getByRole('button', { name: 'Comfortable' }).click();
      await page.getByRole('button', { name: 'Denser' }).waitFor();
      assert.equal(await page.locator('body.dense').count(), 0);
    });
  });

  test('the filters stand in one line, say what they are set to, and are removed one by one', async () => {
    const english = { ...desktop, locale: 'en-US', javaScriptEnabled: false };
    await visit('operator', english, `/o/orders?client=${o.shop.id}&state=failed`, async (page) => {
      const line = await page.locator('form.filters').boundingBox();
      assert.ok((line?.height ?? 99) <= 44, `${line?.height} px`);
      const chips = page.locator('.chips a');
      assert.deepEqual(await chips.allTextContents(), [
        'Remove: Which: failed ×',
        'Remove: Client: Подарки и точка ×',
        'Clear the filters',
      ]);
      await chips.first().click();
      await page.waitForURL((url) => url.searchParams.get('state') === null);
      assert.equal(new URL(page.url()).searchParams.get('client'), String(o.shop.id));
      await page.locator('.filters summary').click();
      await page.selectOption('[name=state]', 'issued');
      await page.locator('.filters details button').click();
      await page.waitForURL((url) => url.searchParams.get('state') === 'issued');
      assert.equal(await chips.count(), 3);
      await chips.last().click();
      await page.waitForURL((url) => url.searchParams.get('client') === null);
      assert.equal(await chips.count(), 0);
    });
  });
});
