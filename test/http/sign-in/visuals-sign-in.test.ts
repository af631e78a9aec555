import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { totpAt } from '../../../src/people/factors/totp.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { inviteTo, linkTo } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU' };
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };
const [password, another] = ['три синих слона у реки', 'пять жёлтых птиц летят'];
const email = 'anna@people.example';

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `sign-in-${name}.png`), fullPage: true });
}

const submit = async (page: Page, form: string): Promise<void> => {
  const loaded = page.waitForEvent('load');
  await page.click(`form[action^="${form}"]:not([data-passkey]) button`);
  await loaded;
};

const path = (page: Page): string => new URL(page.url()).pathname;

describe('signing in, in a browser', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;
  let clientId = 0;
  let secret = '';
  let recoveryCode = '';

  before(async () => {
    world = await testWorld();
    // Browsers make no passkey for an address of digits.
    world.ctx.config.baseUrl = world.baseUrl.replace('127.0.0.1', 'localhost');
    clientId = (await world.client({ name: 'Подарки и точка' })).id;
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  const at = (where: string): string => `${world.ctx.config.baseUrl}${where}`;
  const party = () => ({ side: 'client', partyId: clientId }) as const;
  const code = (): string => totpAt(secret, world.clock.now());

  async function firstStep(page: Page, chosen = password): Promise<void> {
    await page.goto(at('/in'));
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', chosen);
    await submit(page, '/in');
  }

  async function secondStep(page: Page): Promise<void> {
    world.clock.forward('30 s');
    await page.fill('[name=code]', code());
    await submit(page, '/in/second');
  }

  test('an invitation becomes a person with a second factor', async () => {
    await inviteTo(world, party(), 'owner', email);
    const link = linkTo(world, email, '/invite/');
    await visit(browser, phone, link, async (page) => {
      await look(page, 'invite-phone');
      await page.goto(link);
      await page.fill('[name=name]', 'Анна Ли');
      await page.fill('[name=chosen]', password);
      await page.fill('[name=repeat]', `${password}!`);
      await submit(page, '/invite/');
      assert.match(await page.innerText('main'), /Пароли не совпадают/);
      await look(page, 'invite-wrong-phone');
      await page.fill('[name=chosen]', password);
      await page.fill('[name=repeat]', password);
      await submit(page, '/invite/');
      assert.equal(path(page), '/in/enrol', 'an owner owes a second factor');
      await page.goto(at('/team'));
      assert.equal(path(page), '/in/enrol', 'and nothing opens before it');
      await look(page, 'enrol-phone');
      secret = (await page.getAttribute('[data-secret]', 'data-secret')) ?? '';
      await page.fill('[name=code]', '000000');
      await submit(page, '/in/enrol');
      assert.match(await page.innerText('main'), /Код не подошёл/);
      await page.fill('[name=code]', code());
      await submit(page, '/in/enrol');
      const codes = (await page.innerText('pre[data-secret]')).split('\n');
      assert.equal(codes.length, 10);
      recoveryCode = codes[0] ?? '';
      await look(page, 'recovery-codes-phone');
      await page.click('a.main');
      assert.equal(path(page), '/c');
      await page.goto(at('/me'));
      await look(page, 'me-phone');
      await page.goto(at('/team'));
      await look(page, 'team-phone');
    });
    const again = await fetch(link.replace('localhost', '127.0.0.1'));
    assert.equal(again.status, 410, 'the link is used up');
  });

  test('a replayed code is refused, the next one accepted; five wrong ones end the session', async () => {
    await visit(browser, desktop, at('/in'), async (page) => {
      await look(page, 'in-desktop');
      await firstStep(page);
      assert.equal(path(page), '/in/second');
      await look(page, 'second-desktop');
      await page.fill('[name=code]', code());
      await submit(page, '/in/second');
      assert.match(await page.innerText('main'), /Wrong code/, 'the enrolment used it up');
      await secondStep(page);
      assert.equal(path(page), '/c');
      await page.goto(at('/me'));
      await look(page, 'me-desktop');
      await page.goto(at('/team'));
      await look(page, 'team-desktop');
      await submit(page, '/out');
      await page.goto(at('/me'));
      assert.equal(path(page), '/in');

      await firstStep(page);
      for (let wrong = 0; wrong < 5; wrong += 1) {
        await page.fill('[name=code]', '000000');
        await submit(page, '/in/second');
      }
      assert.match(await page.innerText('main'), /sign in again/);
      await page.goto(at('/in/second'));
      assert.equal(path(page), '/in');
      await firstStep(page);
      await page.fill('[name=code]', recoveryCode);
      await submit(page, '/in/second');
      assert.equal(path(page), '/c', 'by a recovery code');
    });
  });

  test('a passkey is added and opens the second step', async () => {
    await visit(browser, desktop, at('/in'), async (page) => {
      const devices = await page.context().newCDPSession(page);
      await devices.send('WebAuthn.enable');
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'usb',
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await firstStep(page);
      await secondStep(page);
      await page.goto(at('/me'));
      await page.fill('form[data-passkey] [name=name]', 'Жёлтый ключ');
      const added = page.waitForEvent('load');
      await page.click('form[data-passkey] button');
      await added;
      assert.match(await page.innerText('main'), /The passkey was added/);
      await look(page, 'me-passkey-desktop');
      await submit(page, '/out');
      await firstStep(page);
      await look(page, 'second-passkey-desktop');
      const proven = page.waitForEvent('load');
      await page.click('form[data-passkey=get] button');
      await proven;
      assert.equal(path(page), '/c');
    });
  });

  test('sessions are seen and ended from another browser', async () => {
    await visit(browser, desktop, at('/in'), async (page) => {
      await firstStep(page);
      await secondStep(page);
      await visit(browser, { ...phone, userAgent: 'Stolen phone' }, at('/in'), async (other) => {
        await firstStep(other);
        await secondStep(other);
        assert.equal(path(other), '/c');
        await page.goto(at('/me'));
        const row = page.locator('li', { hasText: 'Stolen phone' });
        const done = page.waitForEvent('load');
        await row.locator('button').click();
        await done;
        assert.match(await page.innerText('main'), /session has ended/);
        await other.goto(at('/me'));
        assert.equal(path(other), '/in');
      });
    });
  });

  test('a forgotten password is replaced by letter, and the second step is still required', async () => {
    await visit(browser, phone, at('/in/recover'), async (page) => {
      await look(page, 'recover-phone');
      await page.fill('[name=email]', email);
      await submit(page, '/in/recover');
      const answer = await page.innerText('main');
      await page.fill('[name=email]', 'nobody@people.example');
      await submit(page, '/in/recover');
      assert.equal(await page.innerText('main'), answer, 'known and unknown are answered alike');
      await world.settle();
      assert.ok(!world.mail.letters.some(({ to }) => JSON.stringify(to).includes('nobody@')));
      const link = linkTo(world, email, '/in/new-password/');
      await page.goto(link);
      await look(page, 'new-password-phone');
      await page.fill('[name=chosen]', another);
      await page.fill('[name=repeat]', another);
      await submit(page, '/in/new-password');
      await page.goto(link);
      assert.match(await page.innerText('main'), /больше не действует/);
      await firstStep(page);
      assert.match(await page.innerText('main'), /не подходят/, 'the old password');
      await firstStep(page, another);
      assert.equal(path(page), '/in/second');
      await secondStep(page);
      assert.equal(path(page), '/c');
      await world.settle();
      assert.ok(world.mail.letters.some(({ subject }) => subject === 'Пароль изменён'));
    });
  });

  test('a member of two parties switches between them', async () => {
    const { supplierId } = await world.product({ scheme: 'platform' });
    await visit(browser, desktop, at('/in'), async (page) => {
      await firstStep(page, another);
      await secondStep(page);
      await inviteTo(world, { side: 'supplier', partyId: supplierId }, 'manager', email, 'en');
      await page.goto(linkTo(world, email, '/invite/'));
      await look(page, 'invite-known-desktop');
      await submit(page, '/invite/');
      const place = await page.innerText('.place');
      assert.doesNotMatch(place, /Подарки/);
      await page.goto(at('/switch'));
      await look(page, 'switch-desktop');
      await submit(page, '/switch');
      assert.match(await page.innerText('.place'), /Подарки и точка/);
    });
  });
});
