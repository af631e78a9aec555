import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { raiseDigest } from '../../../src/suppliers/alerts/raise-digests.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { newPerson } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US', colorScheme: 'dark' } as const;
/** Of a person in the team on a phone, with an address that takes two lines in some fonts. */
const tallestMember = 130;

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `owner-${name}.png`), fullPage: true });
}

async function submit(page: Page, action: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator(`form[action^="${action}"][method=post] button`).first().click();
  await loaded;
}

describe('an owner’s way: team, audit, notifications', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let clientId = 0;
  let owner = { email: '', cookie: '' };
  let developer = { email: '' };

  before(async () => {
    world = await testWorld({
      FACEVALUE_SUPPORT_CONTACT: 'help@gifts.example, +7 495 000-00-00',
      // Its owner stays signed in over the hours that pass.
      FACEVALUE_IDLE_MINUTES: '720',
    });
    clientId = (await world.client({ name: 'Подарки и точка' })).id;
    const party = { side: 'client', partyId: clientId } as const;
    developer = await newPerson(world, party, 'developer');
    owner = await newPerson(world, party, 'owner');
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const open = (options: typeof phone | typeof desktop, path: string, run: (page: Page) => Promise<void>) => {
    const cookie = {
      name: 'facevalue-session',
      value: owner.cookie,
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    };
    const storageState = { origins: [], cookies: [cookie] };
    return visit(browser, { ...options, storageState }, `${world.baseUrl}${path}`, run);
  };

  /** Whom a failed callback is told to. */
  async function toldOf(requestId: number): Promise<string[]> {
    const now = world.clock.now();
    await world.home.db.query(
      `insert into callbacks (client_id, request_id, message_id, url, format, body, state, due_at, announced_at, ended_at)
       values ($1, $2, gen_random_uuid(), 'https://x.example', 'form', '', 'abandoned', $3, $3, $3)`,
      [clientId, requestId, now],
    );
    world.clock.forward('61 min');
    const nobody = { address: '', language: 'ru' } as const;
    await transaction(world.home.db, (db) =>
      raiseDigest({ db, cells: world.ctx.cells }, 'callbacks-abandoned', nobody, world.clock.now()),
    );
    const { rows } = await world.home.db.query<{ address: string }>(
      `select address from letters_to_people where kind = 'digest' and owner_id = $1 and made_at = $2 order by address`,
      [clientId, world.clock.now()],
    );
    await world.settle();
    return rows.map(({ address }) => address);
  }

  test('the rule of approvals is checked, and is for clients with somebody who may agree', async () => {
    await open(phone, '/c/approvals', async (page) => {
      await look(page, 'approvals-phone');
      for (const [typed, wrong] of [
        ['много', /Напишите сумму/],
        ['50 000', /некому/],
      ] as const) {
        await page.locator('#above').fill(typed);
        await submit(page, '/c/approvals/rule');
        assert.match(await page.locator('#above-error').innerText(), wrong);
        await noBarriers(page, typed);
      }
    });
  });

  test('people choose what they are written about, and digests follow it', async () => {
    assert.deepEqual(await toldOf(1), [developer.email, owner.email].toSorted());
    await open(phone, '/c/notifications', async (page) => {
      assert.equal(await page.getAttribute('footer a', 'href'), 'mailto:help@gifts.example');
      await look(page, 'notifications-phone');
      await page.uncheck('[value=callbacks-abandoned]');
      await submit(page, '/c/notifications?');
      assert.match(await page.innerText('main'), /Сохранено/);
      assert.equal(await page.isChecked('[value=callbacks-abandoned]'), false);
      await page.fill('[name=contactMail]', 'all@shop');
      await page.evaluate(`document.querySelector('[name=contactMail]').form.noValidate = true`);
      await submit(page, '/c/notifications/contact');
      assert.match(await page.innerText('main'), /один адрес почты/);
      await page.fill('[name=contactMail]', 'all@shop.example');
      await submit(page, '/c/notifications/contact');
      assert.match(await page.innerText('main'), /Сохранено/);
    });
    assert.deepEqual(await toldOf(2), [developer.email, 'all@shop.example'].toSorted());
  });

  test('the audit tells who did what, can be narrowed, and says whether it is whole', async () => {
    await open(desktop, '/c/audit', async (page) => {
      assert.match(
        await page.innerText('main'),
        /Notifications chosen[^]*callbacks not accepted[^]*yes → [^]*no/,
      );
      await look(page, 'audit-desktop-dark');
      await page.goto(`${world.baseUrl}/c/audit?act=team.joined`);
      assert.doesNotMatch(await page.innerText('tbody'), /Notifications/);
      await submit(page, '/c/audit/check');
      assert.match(await page.innerText('main'), /The audit is intact, entries: \d+/);
      await page.setViewportSize(phone.viewport);
      await look(page, 'audit-phone-dark');
      const renamed = (change: string) =>
        world.home.db.query(
          `update audit set actor_name = ${change} where side = 'client' and party_id = $1 and seq = 2`,
          [clientId],
        );
      await renamed(`actor_name || ' II'`);
      await submit(page, '/c/audit/check');
      assert.match(await page.innerText('main'), /Entry no. 2 was changed/);
      await renamed(`left(actor_name, -3)`);
      await page.goto(`${world.baseUrl}/team`);
      await look(page, 'team-phone-dark');
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.members > li')].map((one) => one.getBoundingClientRect().height)`,
      );
      assert.ok(heights.length === 2 && Math.max(...heights) <= tallestMember, heights.join(', '));
      await page.getByRole('button', { name: 'Sections' }).click();
      assert.ok(await page.isVisible('nav.sections a[href^="/c/audit"]'));
    });
  });
});
