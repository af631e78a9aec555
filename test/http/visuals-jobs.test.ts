/** Jobs of docs/developing/jobs.md, done in a browser by as few clicks as it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { TestProduct } from '../support/arrange.ts';
import { inBrowser, sharedBrowser } from '../support/gift-browser.ts';
import { countJob, jobOf, jobs } from '../support/jobs.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { newPerson, type TestPerson } from '../support/people-world.ts';
import { desktop, mainText, visitAs } from '../support/signed-in-browser.ts';
import { supplierCaller } from '../support/supplier-caller.ts';

test('each job names a test that counts it', () => {
  assert.equal(jobs.length, 14);
  for (const { name, countedIn } of jobs)
    assert.match(readFileSync(countedIn, 'utf8'), new RegExp(`isAs\\('${name}'\\)`), name);
});

describe('jobs, in a browser', inBrowser, () => {
  let o: OperatorWorld;
  let browser: Browser;
  let sold: TestProduct;

  before(async () => {
    o = await operatorWorld();
    o.world.ctx.config.baseUrl = o.world.baseUrl.replace('127.0.0.1', 'localhost');
    sold = await o.world.product({ scheme: 'pool', title: 'Ужин на двоих', supplierName: 'Ужин' });
    await supplierCaller(o.world, sold.supplierId, { redeemsOwn: true });
    browser = await sharedBrowser();
  });
  after(async () => {
    await o.world.settle();
    await o.world[Symbol.asyncDispose]();
  });

  const open = (person: TestPerson, from: string, run: (page: Page) => Promise<void>): Promise<void> =>
    visitAs({ world: o.world, browser }, person, desktop, from, run);
  const operatorOf = (role: string): TestPerson => o.people.get(role) ?? assert.fail(role);
  const ofShop = (role: string) => newPerson(o.world, { side: 'client', partyId: o.shop.id }, role);
  const ofSupplier = (role: string, options = {}) =>
    newPerson(o.world, { side: 'supplier', partyId: sold.supplierId }, role, options);

  test('a client is added, its owner invited', async () => {
    await open(operatorOf('admin'), jobOf('new-client').from, async (page) => {
      const job = countJob();
      const { press, type, go } = job.on(page);
      await go('.sections a[href^="/o/clients?"]');
      await go('.heading a[href^="/o/clients/new"]');
      await press('#name');
      await type('Новый клуб');
      await go('form[action^="/o/clients"] button.main');
      await go('.actions a.main');
      await press('#email');
      await type('owner@club.example');
      await go('form[action*="/invite"] button');
      assert.match(await mainText(page), /owner@club\.example/);
      job.isAs('new-client');
    });
  });

  test('a key is rotated', async () => {
    await open(await ofShop('developer'), jobOf('rotate-key').from, async (page) => {
      const job = countJob();
      const { press, go } = job.on(page);
      await go('.sections a[href^="/c/api?"]');
      await go('#keys form[action^="/c/api/keys?"] button');
      await go('form:has([name=confirmed]) button');
      assert.equal(await page.locator('[data-secret]').count(), 1);
      await press('[data-copy]');
      await go('.actions a.main');
      job.isAs('rotate-key');
    });
  });

  test('a colleague is invited with a role', async () => {
    await open(await ofShop('owner'), jobOf('invite').from, async (page) => {
      const job = countJob();
      const { press, type, choose, go } = job.on(page);
      await go('.sections a[href^="/team"]');
      await press('#email');
      await type('money@shop.example');
      await choose('#role', 'finance');
      await go('form[action^="/team/invite"] button');
      assert.match(await mainText(page), /money@shop\.example[^]*finance/i);
      job.isAs('invite');
    });
  });

  test('orders of last month are taken as a file', async () => {
    await open(await ofShop('finance'), jobOf('month-file').from, async (page) => {
      const job = countJob();
      const { go, download } = job.on(page);
      await go('.sections a[href^="/c/orders?"]');
      assert.match(await download('#file .months button'), /^facevalue-orders-2026-\d\d\.xlsx$/);
      job.isAs('month-file');
    });
  });

  test('codes are handed in, and seen on sale', async () => {
    const job = countJob();
    let draft = '';
    const manager = await ofSupplier('manager');
    await open(manager, jobOf('load-codes').from, async (page) => {
      const { file, go } = job.on(page);
      await go('.sections a[href^="/s/codes"]');
      await file('#file', 'codes.csv', 'Номер;Номинал\nDINNER-1;500\nDINNER-2;500\n');
      await go('form[action^="/s/codes"] button');
      draft = new URL(page.url()).pathname.replace('/s/codes/', '/o/drafts/');
      await o.world.settle();
      await page.waitForSelector('#live[data-state=ended]');
      const shown = await o.get('catalogue', draft);
      const run = /name="run" value="(\d+)"/.exec(shown.body)?.[1] ?? assert.fail('nothing to load');
      assert.equal((await o.post('catalogue', `${draft}/load`, { run })).statusCode, 303);
      await o.world.settle();
      await go('main a[href^="/s/codes"]');
      assert.match(await mainText(page), /500\s₽[^]*loaded/);
      job.isAs('load-codes');
    });
  });

  test('a certificate is checked and redeemed at the till', async () => {
    const { world, shop } = o;
    await world.pool(sold, 500, [{ number: 'TILL-4444', pin: '' }]);
    const cashier = await ofSupplier('cashier', { factor: false });
    for (let left = 3; left > 0; left -= 1)
      await shop.ok('makeOrder', { product_id: sold.id, face: 500, uuid: `till-${left}` });
    await world.settle();
    await open(cashier, jobOf('till').from, async (page) => {
      const job = countJob();
      const { type, enter, go } = job.on(page);
      await page.locator('#number:focus').waitFor();
      await type('TILL-4444', { follows: false });
      await enter();
      await go('.accept');
      assert.match(await mainText(page), /500\s₽/);
      job.isAs('till');
    });
  });

  test('an order is found by its number, taken back and refunded', async () => {
    await open(operatorOf('admin'), jobOf('refund').from, async (page) => {
      const job = countJob();
      const { press, type, go } = job.on(page);
      await press('.search input');
      await type(String(o.issued));
      await go('.found a');
      await press('details:has(#note) > summary');
      await press('#note');
      await type('bought twice');
      await go('form[action*="/refund"] button');
      await go('form:has([name=confirmed]) button');
      assert.match(await mainText(page), /Taken back|refunded/i);
      job.isAs('refund');
    });
  });

  test('a payment is booked by one, and agreed to by another', async () => {
    const { world, shop } = o;
    await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, world.clock.now());
    const job = countJob();
    await open(operatorOf('finance'), jobOf('top-up').from, async (page) => {
      const { go } = job.on(page);
      await go(`main a[href^="/o/money/${shop.id}?reference="]`);
      await go('#book button');
      await go('form:has([name=confirmed]) button');
      assert.match(await mainText(page), /waits for a second person/);
    });
    await open(operatorOf('admin'), jobOf('top-up').from, async (page) => {
      const { go } = job.on(page);
      await go('.kinds a[href^="/o/approvals/"] >> nth=-1');
      await go('form[action*="/approve"] button');
      assert.match(await mainText(page), /Approved and done/);
    });
    job.isAs('top-up');
  });

  test('who calls is told what happened to the order', async () => {
    // What is newer is found by Enter only.
    o.world.clock.forward('6 min');
    await o.world.settle();
    await open(operatorOf('support'), jobOf('caller').from, async (page) => {
      const job = countJob();
      const { press, type, go } = job.on(page);
      await press('.search input');
      await type('mila@recipients.example');
      await go('.found a');
      assert.match(await mainText(page), new RegExp(`${o.issued}[^]*accepted`, 'i'));
      job.isAs('caller');
    });
  });

  test('a month is agreed to', async () => {
    const { world } = o;
    world.clock.forward('12 d');
    await world.settle();
    await open(await ofSupplier('manager'), jobOf('agree-month').from, async (page) => {
      const job = countJob();
      const { go } = job.on(page);
      await go('main a[href^="/s/settlement/"]');
      await go('form[action*="/agree"] button');
      await go('form:has([name=confirmed]) button');
      assert.match(await mainText(page), /agreed/i);
      job.isAs('agree-month');
    });
  });
});
