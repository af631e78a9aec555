/** Three orders by as few presses as there can be, with a script and without one. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { clientParty } from '../../../src/people/access/party.ts';
import { inBrowser, noSidewaysScroll, sharedBrowser } from '../../support/gift-browser.ts';
import { countJob, jobOf } from '../../support/jobs.ts';
import { newPerson, type TestPerson } from '../../support/people-world.ts';
import { darkDesktop, desktop, lookOf, phone, picture, visitAs } from '../../support/signed-in-browser.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const look = lookOf('new-order');
/** For three orders to people of earlier ones. */
const mostPresses = 9;

describe('a new order, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: TestClient;
  let owner: TestPerson;

  before(async () => {
    world = await testWorld();
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    shop = await world.client({ name: 'Лавка' });
    for (const title of ['Пекарня', 'Листва', 'Чернила', 'Мотылёк'])
      await world.product({ scheme: 'platform', title: `Подарочный сертификат «${title}»` });
    owner = await newPerson(world, clientParty(shop.id), 'owner');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world.settle();
    await world[Symbol.asyncDispose]();
  });

  const orders = async (): Promise<number> => {
    const { rows } = await world
      .cellOf(shop)
      .db.query<{ orders: number }>('select count(*)::int as orders from requests where client_id = $1', [
        shop.id,
      ]);
    return rows[0]?.orders ?? 0;
  };

  for (const javaScriptEnabled of [true, false])
    test(`three orders to three people, ${javaScriptEnabled ? 'with' : 'without'} a script`, async () => {
      const earlier = await orders();
      const { from } = jobOf('three-orders');
      await visitAs({ world, browser }, owner, { ...desktop, javaScriptEnabled }, from, async (page) => {
        const job = countJob();
        const { press, go, type } = job.on(page);
        await go('.sections a[href^="/c/orders?"]');
        await go('.heading a[href^="/c/orders/new"]');
        await go('.goods a[href*="face=500"]');
        await press('details:has(#others) > summary');
        await press('#others');
        await type('mila@recipients.example Мила\nira@recipients.example Ира\noleg@recipients.example');
        await go('button[value=check]');
        await go('button[value=place]');
        assert.match(page.url(), /\/c\/orders\?/);
        job.isAs('three-orders');
      });
      assert.equal(await orders(), earlier + 3);
    });

  test('three orders to people of earlier ones, without typing', async () => {
    const earlier = await orders();
    await visitAs({ world, browser }, owner, desktop, '/c/orders', async (page) => {
      const job = countJob();
      const { press, go } = job.on(page);
      await go('.heading a[href^="/c/orders/new"]');
      await go('.goods a[href*="face=500"]');
      await press('details:has([name=again]) > summary');
      for (const place of [1, 2, 3]) await press(`label:nth-of-type(${place}) > [name=again]`);
      await go('button[value=check]');
      await go('button[value=place]');
      assert.ok(job.clicks() <= mostPresses, `${job.clicks()} presses`);
    });
    assert.equal(await orders(), earlier + 3);
  });

  test('each step looks well on a phone and a desktop, in both languages, light and dark', async () => {
    await world.settle();
    const { rows } = await world
      .cellOf(shop)
      .db.query<{ id: number }>('select id from requests where client_id = $1 order by id offset 1 limit 1', [
        shop.id,
      ]);
    const devices = [
      ['phone', phone],
      ['tablet', { ...phone, locale: 'en-US', viewport: { width: 768, height: 900 } }],
      ['desktop', desktop],
      ['dark', { ...darkDesktop, locale: 'ru-RU' }],
    ] as const;
    for (const [name, device] of devices)
      await visitAs({ world, browser }, owner, device, '/c/orders/new', async (page) => {
        await look(page, `choose-${name}`);
        const { press, go } = countJob().on(page);
        await go('.goods a[href*="face=500"]');
        await press('details:has(#others) > summary');
        await press('details:has([name=again]) > summary');
        await page.fill('#others', 'mila@recipients.example Мила\nira@recipients.example');
        await look(page, `form-${name}`);
        await go('button[value=check]');
        await look(page, `preview-${name}`);
        await press('#letter-look > summary');
        await page.frameLocator('iframe.letter').locator('.sheet').first().waitFor();
        await picture(page, `new-order-preview-letter-${name}`);
        await page.goto(`${world.ctx.config.baseUrl}/c/orders/${rows[0]?.id}`);
        await look(page, `order-${name}`);
        const ways = await page.locator('.pager.beside a').all();
        const tops = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.y));
        assert.equal(tops.length, 2);
        assert.equal(tops[0], tops[1], 'the ways to the newer and the older one stand side by side');
        await press('details:has(iframe) > summary');
        await page.frameLocator('iframe.letter').locator('.sheet').first().waitFor();
        await noSidewaysScroll(page, `order-${name} with its letter`);
        await picture(page, `new-order-letter-${name}`);
      });
  });
});
