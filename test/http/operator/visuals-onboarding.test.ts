import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onboardedManager } from '../../../seeds/demo-world/onboarded-suppliers.ts';
import { leadOnboarded, seedOnboarded } from '../../../seeds/seed-onboarding.ts';
import { demoPeople } from '../../../seeds/demo-persons.ts';
import { seedPersons } from '../../../seeds/seed-persons.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { makeSetupLink } from '../../../src/people/first-operator/setup-link.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../../support/gift-browser.ts';
import { password } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { viewport: { width: 360, height: 740 }, locale: 'ru-RU', colorScheme: 'dark' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en-US' } as const;

async function look(page: Page, name: string): Promise<void> {
  await noBarriers(page, name);
  await noSidewaysScroll(page, name);
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `onboarding-${name}.png`), fullPage: true });
}

async function submit(page: Page, action: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator(`form[action^="${action}"] button`).first().click();
  await loaded;
}

const signedIn = (cookie: string): BrowserContextOptions => ({
  storageState: {
    origins: [],
    cookies: [
      {
        name: 'facevalue-session',
        value: cookie,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
  },
});

describe('the way of an operator and of a supplier to the first sale', inBrowser, () => {
  let world: TestWorld;
  let browser: Browser;

  before(async () => {
    world = await testWorld();
    browser = await sharedBrowser();
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
  });

  test('the link of setup leads by its fragment to the first operator', async () => {
    const { db, keyring } = world.home;
    const ask = { email: null, language: 'en' as const };
    const made = await makeSetupLink(db, keyring, fromShell, ask, world.clock.now());
    const token = made.is === 'made' ? made.token : assert.fail(made.is);
    await visit(browser, phone, `${world.baseUrl}/setup`, async (page) => look(page, 'setup-phone-dark'));
    await visit(browser, desktop, `${world.baseUrl}/setup?lang=en#${token}`, async (page) => {
      assert.ok(!page.url().includes(token), 'the secret does not stay in the address');
      assert.equal(await page.locator('#token').isVisible(), false);
      await page.fill('#email', 'anna@gifts.example');
      await page.fill('#name', 'Anna');
      await page.fill('#chosen', password);
      await page.fill('#repeat', password);
      await look(page, 'setup-desktop');
      await submit(page, '/setup');
      assert.match(page.url(), /\/in\//, 'a second step comes first');
    });
  });

  test('the board, a supplier’s steps and the way to the first order', async () => {
    const facts = {
      base_url: world.baseUrl,
      clients: [],
      suppliers: await seedOnboarded(world.ctx),
      logins: [],
      operator_token: '',
    };
    await seedPersons(world.ctx, facts);
    await leadOnboarded(world.ctx);
    await world.settle();
    const people = demoPeople(world.ctx);
    const device = { address: '127.0.0.1', agent: 'Test' };
    const listed = await people.list();
    const cookieOf = async (find: (one: (typeof listed)[number]) => boolean): Promise<string> => {
      const person = listed.find(find) ?? assert.fail('no such person');
      return (await people.signIn(person.membershipId, device)) ?? assert.fail('not signed in');
    };
    const admin = signedIn(await cookieOf(({ role }) => role === 'admin'));
    for (const [name, options] of [
      ['phone-dark', phone],
      ['desktop', desktop],
    ] as const) {
      await visit(browser, { ...options, ...admin }, `${world.baseUrl}/o/onboarding`, async (page) => {
        assert.match(await page.innerText('main'), /Медная Мельница/);
        await look(page, `board-${name}`);
        await page.goto(`${world.baseUrl}/o/start`);
        await look(page, `start-${name}`);
      });
    }
    const { rows } = await world.home.db.query<{ id: number }>(
      `select supplier_id as id from supplier_onboardings where step = 'test'`,
    );
    const tested = `${world.baseUrl}/o/onboarding/suppliers/${rows[0]?.id}`;
    await visit(browser, { ...phone, ...admin }, tested, async (page) => {
      await page.fill('#subject', '4711');
      await submit(page, '/o/onboarding/suppliers');
      assert.equal(await page.locator('[aria-invalid]').count(), 1);
      await look(page, 'supplier-wrong-order-phone-dark');
    });

    const manager = signedIn(
      await cookieOf(({ email, partyName }) => email === onboardedManager && /Медная/.test(partyName)),
    );
    await visit(browser, { ...phone, ...manager }, `${world.baseUrl}/s/start`, async (page) => {
      await look(page, 'steps-phone-dark');
      await page.goto(`${world.baseUrl}/s/start/questionnaire`);
      await submit(page, '/s/start/questionnaire');
      assert.ok((await page.locator('[aria-invalid]').count()) >= 1, 'what is missing is marked');
      await look(page, 'questionnaire-phone-dark');
    });
    await visit(browser, { ...desktop, ...manager }, `${world.baseUrl}/s/start/scheme`, async (page) => {
      await look(page, 'scheme-desktop');
      await page.goto(`${world.baseUrl}/s/start/questionnaire`);
      await page.setInputFiles('#file', {
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from('89504e470d0a1a0a00', 'hex'),
      });
      await submit(page, '/s/start/files');
      assert.match(await page.innerText('#files'), /logo\.png/);
      await look(page, 'questionnaire-desktop');
    });
  });
});
