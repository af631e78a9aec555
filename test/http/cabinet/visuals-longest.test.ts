/** Every page of the client's cabinet with the longest texts it allows, on a phone, a desktop and paper. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { clientParty } from '../../../src/people/access/party.ts';
import { addCaller, type Caller } from '../../support/client-api-caller.ts';
import { inBrowser, sharedBrowser } from '../../support/gift-browser.ts';
import { inviteTo, newPerson, type TestPerson } from '../../support/people-world.ts';
import {
  latin,
  longestMail,
  longestProblems,
  longestUrl,
  media,
  word,
  type Medium,
} from '../../support/longest-texts.ts';
import { visitAs } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('the cabinet of a client with the longest texts', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let shop: Caller;
  let owner: TestPerson;
  let pages: string[];

  before(async () => {
    const contact = `${latin(60)}, +7 495 000-00-00`;
    world = await testWorld({ FACEVALUE_SUPPORT_CONTACT: contact, FACEVALUE_PAYEE: word(300) });
    const { db } = world.home;
    const callbackUrl = longestUrl(world.callbacks.url);
    shop = await addCaller(world, { name: word(200), callbackUrl, delayedMode: true });
    const product = await world.product({ title: word(255), scheme: 'pool' });
    await world.pool(product, 500, 2);
    await db.query(`update brands set name = $2 where id = $1`, [product.brandId, word(255)]);
    owner = await newPerson(world, clientParty(shop.id), 'owner');
    await newPerson(world, clientParty(shop.id), 'finance');
    await inviteTo(world, clientParty(shop.id), 'viewer', 'invited@people.example');
    const order = {
      product_id: product.id,
      face: 500,
      email_to: longestMail('m'),
      email_from: longestMail('w'),
      from: word(255),
      to: word(255),
      text: word(512),
      code: 'W'.repeat(100),
      comment: word(512),
      external_id: latin(255),
      callback: callbackUrl,
    };
    const { id: issued } = await shop.ok('makeOrder', { ...order, uuid: `1${latin(35)}` });
    await world.settle();
    const { id: plain } = await shop.ok('makeOrder', { ...order, uuid: `2${latin(35)}` });
    await world.settle();
    const { id: waits } = await shop.ok('makeOrder', { ...order, uuid: `3${latin(35)}` });
    await world.settle();
    const bulk = await shop.ok('makeBulkOrder', {
      uuid: 'bulk',
      orders: [{ ...order, callback: undefined }],
    });
    await shop.ok('makeTopUp', { sum: 999_999_999 });
    await world.settle();
    await db.query(
      `update callbacks set state = 'abandoned', last_status = 500, ended_at = now() where request_id = $1`,
      [plain],
    );
    await db.query(`update bulk_orders set name = $1`, [`${word(250)}.xlsx`]);
    await db.query(`update transfers set reference = $1, note = $2 where kind = 'top_up'`, [
      latin(100),
      word(1000),
    ]);
    await db.query(`update persons set name = $1`, [word(100)]);
    await db.query(`update persons set email = id || substr($1, length(id::text) + 1)`, [longestMail('m')]);
    await db.query(`update invitations set email = $1`, [longestMail('m')]);
    pages = [
      '/c',
      '/c/orders',
      `/c/orders/${Number(issued)}`,
      `/c/orders/${Number(plain)}`,
      `/c/orders/${Number(waits)}`,
      `/c/orders?q=${latin(255)}`,
      '/c/orders/new',
      `/c/orders/new?product=${product.id}`,
      '/c/bulk',
      `/c/bulk/${Number(bulk['id'])}`,
      '/c/catalogue',
      '/c/charts',
      '/c/money',
      '/c/money/documents',
      '/c/money/top-up',
      `/c/money/days/2026-11-22`,
      '/c/callbacks',
      '/c/callbacks?which=failed',
      '/c/api',
      '/c/api/log',
      '/c/audit',
      '/c/notifications',
      '/c/approvals',
      '/c/start',
      '/team',
      '/me',
    ];
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const problemsOn = async (medium: Medium): Promise<string[]> => {
    const problems: string[] = [];
    await visitAs({ world, browser }, owner, media[medium], '/c', async (page) => {
      for (const [index, path] of pages.entries()) {
        const answer = await page.goto(`${world.ctx.config.baseUrl}${path}`);
        assert.equal(answer?.status(), 200, path);
        problems.push(...(await longestProblems(page, medium, path, `c-${index}`)));
      }
    });
    return problems;
  };

  test('all is read on a phone', async () => {
    assert.deepEqual(await problemsOn('phone'), []);
  });

  test('all is read on a desktop', async () => {
    assert.deepEqual(await problemsOn('desktop'), []);
  });

  test('all is read on paper, in the colours of paper, with whose it is and without what can only be pressed', async () => {
    assert.deepEqual(await problemsOn('paper'), []);
  });
});
