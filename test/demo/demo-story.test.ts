import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { demoOrders, findFirstOrder } from '../../seeds/demo-orders.ts';
import { placeFirstOrder, signedUrl, type ApiClient } from '../../seeds/first-order.ts';
import { tour } from '../../seeds/tour.ts';
import { createCallbackInbox } from '../../simulators/callback-inbox.ts';
import { startMailInbox, type MailInbox } from '../../simulators/mail-inbox.ts';
import { openMailFolder } from '../../simulators/mailbox/mail-folder.ts';
import { registerDemoPages } from '../../simulators/pages.ts';
import { createMode } from '../../simulators/sms/provider-mode.ts';
import { createTextInbox } from '../../simulators/sms/text-inbox.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { servePageAssets } from '../../src/web/page-assets.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../support/gift-browser.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

let world: TestWorld;
let buyer: ApiClient;
let mail: MailInbox;
let app: FastifyInstance;
let origin: string;
const folder = mkdtempSync(join(tmpdir(), 'facevalue-story-'));

before(async () => {
  world = await testWorld();
  const shop = await world.client();
  buyer = { baseUrl: world.baseUrl, id: shop.id, secret: shop.secret };
  await world.product({ scheme: 'platform', title: 'Кафе «Мотылёк»' });
  await world.product({ scheme: 'platform', title: 'Чайный дом' });
  mail = await startMailInbox({ folder: join(folder, 'mail'), clock: world.clock });
  app = fastify();
  servePageAssets(app);
  await registerDemoPages(app, {
    baseUrl: world.baseUrl,
    mail,
    mailbox: await openMailFolder(join(folder, 'mailbox'), world.clock),
    texts: {
      inbox: createTextInbox({ folder: join(folder, 'texts'), clock: world.clock }),
      modes: { smpp: createMode(), gateway: createMode() },
    },
    callbacks: createCallbackInbox({ folder, clock: world.clock, secretOf: () => Promise.resolve(null) }),
    suppliers: { played: [], simulator: { supplier: () => null } },
    people: { password: '', list: () => Promise.resolve([]), signIn: () => Promise.resolve(null) },
    orders: demoOrders(world.ctx, [buyer]),
    facts: () =>
      Promise.resolve({
        clients: [{ id: buyer.id, name: 'Магазин' }],
        logins: [{ page: `${world.baseUrl}/till`, user: 'kassa-1@501', password: 'тише воды' }],
        docs: [],
      }),
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await app.close();
  await mail.close();
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${origin}${path}?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
const pageOf = async (path: string): Promise<string> => (await fetch(`${origin}${path}?lang=en`)).text();

test('only the first start announces a first order', async () => {
  assert.equal(await findFirstOrder(world.home.db, buyer), null);
  const placing = placeFirstOrder(buyer);
  const end = setInterval(() => void world.settle(), 20);
  const placed = await placing.finally(() => clearInterval(end));
  await world.settle();
  const found = await findFirstOrder(world.home.db, buyer);
  assert.deepEqual(found, { ...placed, placedNow: false, issuedAfterMs: found?.issuedAfterMs });
  const facts = {
    base_url: origin,
    clients: [{ ...buyer, name: 'Shop', callback_secret: '', callback_inbox: '' }],
    suppliers: [],
    logins: [],
    operator_token: '',
  };
  assert.match(tour(facts, placed, folder), /A first order went through/);
  assert.match(tour(facts, placed, folder), /private networks; production accepts no such address/);
  assert.doesNotMatch(tour(facts, found, folder), /A first order went through/);
  assert.match(tour(facts, found, folder), /its first order was/i);
});

test('one button places a signed order, and its events are shown to the end', async () => {
  const answer = await post('/demo/orders', {});
  assert.equal(answer.status, 303);
  const [, path = ''] = /^(\/demo\/orders\/\d+)\?lang=en$/.exec(answer.headers.get('location') ?? '') ?? [];
  const begun = await pageOf(path);
  assert.match(begun, /Чайный дом, 500\s₽/);
  assert.match(begun, /data-story="live"/);
  assert.match(begun, /Accepted: the signature is right/);
  await world.settle();
  const told = await pageOf(path);
  assert.match(told, /data-story="done"/);
  for (const event of ['Certificate issued', 'Sent', 'The client was told and accepted'])
    assert.match(told, new RegExp(event));
  const [, gift = ''] = /href="(http[^"]*\/g\/[^"]*)"/.exec(told) ?? [];
  assert.equal((await fetch(gift)).status, 200);
  const home = await pageOf('/demo');
  assert.match(home, /Чайный дом, 500\s₽/, 'the newest whole');
  assert.match(home, /Кафе «Мотылёк», 500\s₽/, 'the earlier ones by a link');
});

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, what);
    await sleep(100);
  }
}

const says = (text: RegExp) => async (): Promise<boolean> => text.test(await pageOf('/demo'));

test('the demo goes on with a client’s new key, and says what its API refuses', async () => {
  const { db, keyring } = world.home;
  const ask = { clientId: buyer.id, retireAfterHours: 0 };
  assert.equal((await rotateKey(db, keyring, fromShell, ask, world.clock.now())).is, 'rotated');
  const isRefused = async (): Promise<boolean> =>
    !/"status":"ok"/.test(await (await fetch(signedUrl(buyer, 'getProducts', {}))).text());
  await until(isRefused, 'the old key is known for a second');
  const home = await fetch(`${origin}/demo?lang=en`);
  assert.equal(home.status, 200);
  assert.match(await home.text(), /href="http[^"]*\/g\/[^"]*"/);
  const answer = await post('/demo/orders', {});
  assert.equal(answer.status, 303, 'signed by the new key');
  await world.settle();
  await db.query(`update clients set allowed_networks = '{198.51.100.0/24}' where id = $1`, [buyer.id]);
  await until(says(/did not give the link of the gift: getLinks answered 1002/), 'the refusal is told');
  await db.query(`update clients set allowed_networks = '{}' where id = $1`, [buyer.id]);
  await until(says(/href="http[^"]*\/g\//), 'the link is back');
});

test('the home page of the demo shows the logins and the command that moves the clock', async () => {
  const home = await pageOf('/demo');
  assert.match(home, /<code>kassa-1@501<\/code>[^]*<code>тише воды<\/code>/);
  assert.match(home, /node bin\/facevalue\.mjs time travel 2h/);
});

const offset = async (): Promise<number> => {
  const { rows } = await world.home.db.query<{ offset_ms: number }>(`select offset_ms from time_travel`);
  return rows[0]?.offset_ms ?? 0;
};

test('buttons move the clock and put it back', async () => {
  assert.equal((await post('/demo/time', { span: '2h' })).status, 303);
  assert.equal((await post('/demo/time', { span: '1d' })).status, 303);
  assert.equal(await offset(), 26 * 3_600_000);
  assert.equal((await post('/demo/time', { span: 'reset' })).status, 303);
  assert.equal(await offset(), 0);
});

describe('in a browser', inBrowser, () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [width, colorScheme, language] of [
    [320, 'light', 'ru'],
    [320, 'dark', 'en'],
    [1280, 'light', 'en'],
    [1280, 'dark', 'ru'],
  ] as const)
    test(`events appear while the page is open: ${width} px, ${colorScheme}, ${language}`, async () => {
      const options = { viewport: { width, height: 800 }, colorScheme };
      await visit(browser, options, `${origin}/demo?lang=${language}`, async (page) => {
        await noBarriers(page, 'the home');
        await noSidewaysScroll(page, 'the home');
        await page.locator('form[action^="/demo/orders"] button').click();
        await page.locator('[data-story="live"]').waitFor();
        await noBarriers(page, 'a story');
        await world.settle();
        await page.locator('[data-story="done"]').waitFor();
        assert.ok((await page.locator('.timeline li').count()) > 3);
        await noSidewaysScroll(page, 'a story');
        const pictures = process.env['FACEVALUE_DEMO_PICTURES'];
        if (pictures === undefined) return;
        await page.screenshot({ path: join(pictures, `story-${width}.png`), fullPage: true });
        await page.goto(`${origin}/demo?lang=${language}`);
        await page.screenshot({ path: join(pictures, `home-${width}-${colorScheme}.png`), fullPage: true });
      });
    });
});
