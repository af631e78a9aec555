import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import bwipjs from 'bwip-js/node';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, launchBrowser, noBarriers, noSidewaysScroll } from '../../support/gift-browser.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { addTillUser } from '../../../src/people/tills/till-users.ts';
import type { TestProduct } from '../../support/arrange.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { width: 360, height: 740 };
const narrow = { width: 320, height: 568 };
const desktop = { width: 1280, height: 800 };
const chosen = 'верный пароль кассы';

async function fits(page: Page, where: string): Promise<void> {
  await noBarriers(page, where);
  await noSidewaysScroll(page, where);
}

/** A video with a single picture: a Code 128 barcode in front of a camera. */
function filmOf(text: string, file: string): void {
  const [width, height, moduleWidth] = [640, 480, 2];
  // The export of that name is another thing: the symbology called raw.
  // oxlint-disable-next-line import/no-named-as-default-member
  const [symbol] = bwipjs.raw({ bcid: 'code128', text }) as unknown as { sbs: number[] }[];
  const runs = symbol?.sbs ?? assert.fail('no barcode was drawn');
  const bars = runs.flatMap((run, index) => Array<boolean>(run * moduleWidth).fill(index % 2 === 0));
  const left = Math.floor((width - bars.length) / 2);
  assert.ok(left > 30, 'the barcode does not fit before the camera');
  const luma = Buffer.alloc(width * height, 235);
  for (let y = 120; y < 360; y += 1) {
    bars.forEach((black, x) => {
      if (black) luma[y * width + left + x] = 16;
    });
  }
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, frame, frame]));
}

async function look(page: Page, name: string): Promise<void> {
  await fits(page, name);
  const pictures = process.env['FACEVALUE_TILL_PICTURES'];
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

describe('the till in a browser', inBrowser, () => {
  let world: TestWorld;
  let client: TestClient;
  let product: TestProduct;
  let user: { login: string; password: string };
  let browser: Browser | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-till-'));
  const film = join(folder, 'camera.y4m');
  let filmed = '';

  const buy = async (): Promise<string> => {
    const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
    return (await client.getCode(id)).code;
  };

  before(async () => {
    world = await testWorld();
    client = await world.client();
    product = await world.product({
      scheme: 'platform',
      title: 'Чайный дом «Дым и чабрец»',
      validity: { is: 'days', days: 90 },
    });
    filmed = await buy();
    filmOf(filmed, film);
    user = await newUser('kassa-1');
    browser = await launchBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]);
  });
  after(async () => {
    await browser?.close();
    await world[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newUser(name: string) {
    const added = await transaction(world.home.db, (tx) =>
      addTillUser(
        tx,
        world.ctx.keyring,
        fromShell,
        { supplierId: product.supplierId, name },
        world.clock.now(),
      ),
    );
    assert.ok(added.is === 'added');
    return added;
  }

  /** Opens the till and fails on any message in the browser's console, above all of the content policy. */
  async function visit(options: BrowserContextOptions, language: string, run: (page: Page) => Promise<void>) {
    assert.ok(browser !== undefined);
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      permissions: ['camera'],
      ...options,
    });
    const complaints: string[] = [];
    const page = await context.newPage();
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
    );
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(`${world.baseUrl}/till?lang=${language}`);
      await run(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(
      complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    );
  }

  let firstTime = true;
  async function signIn(page: Page): Promise<void> {
    await page.fill('#login', user.login);
    await page.fill('#password', firstTime ? user.password : chosen);
    await page.press('#password', 'Enter');
    if (!firstTime) return;
    firstTime = false;
    await look(page, 'choosing-a-password');
    assert.match(
      (await page.locator('#password-hint').textContent()) ?? '',
      /12/,
      'the rule comes before the refusal',
    );
    await page.fill('#old', user.password);
    await page.fill('#password', chosen);
    await page.fill('#repeat', chosen);
    await page.press('#repeat', 'Enter');
    await page.waitForSelector('#number');
  }

  for (const [language, viewport, colorScheme, javaScriptEnabled] of [
    ['ru', phone, 'light', true],
    ['en', desktop, 'dark', true],
    ['ru', narrow, 'dark', true],
    ['en', phone, 'light', false],
  ] as const) {
    const name = `${language}-${viewport.width}-${colorScheme}${javaScriptEnabled ? '' : '-plain'}`;
    test(`a cashier checks and redeems: ${name}`, async () => {
      const code = await buy();
      // axe needs scripts; without them only the flow is tested.
      const see = javaScriptEnabled ? look : () => Promise.resolve();
      await visit({ viewport, colorScheme, javaScriptEnabled }, language, async (page) => {
        await see(page, `${name}-1-sign-in`);
        await signIn(page);
        await see(page, `${name}-2-number`);
        for (const one of await page.locator('button:visible, .top a').all()) {
          const box = await one.boundingBox();
          assert.ok((box?.height ?? 0) >= 44, `${await one.textContent()} is ${box?.height} px high`);
        }
        // One wrong character: the number is shown as read, and is in the field for correction.
        const groups = code.match(/.{4}/g) ?? [];
        const mistyped = `${code.slice(0, -1)}${code.endsWith('Z') ? 'Y' : 'Z'}`;
        await page.fill('#number', mistyped.toLowerCase());
        await page.press('#number', 'Enter');
        await page.waitForSelector('.verdict.no');
        assert.equal(await page.inputValue('#number'), mistyped.toLowerCase());
        assert.equal(await page.locator('.digits').textContent(), mistyped);
        await see(page, `${name}-unknown`);
        // With the spaces that the gift page shows.
        await page.fill('#number', groups.join(' ').toLowerCase());
        await page.press('#number', 'Enter');
        await page.waitForSelector('.verdict.yes');
        assert.deepEqual(await page.locator('.digits span').allTextContents(), groups);
        await see(page, `${name}-3-yes`);
        await page.click('.accept');
        const number = await page.locator('.digits').textContent();
        assert.match(number ?? '', /^[0-9A-Z]{12}$/);
        await see(page, `${name}-4-redeemed`);
        // Sent again, as a browser does after a broken connection: the same number, no second redemption.
        await page.reload();
        assert.equal(await page.locator('.digits').textContent(), number);
        await page.goto(`${world.baseUrl}/till?lang=${language}`);
        await page.fill('#number', code);
        await page.press('#number', 'Enter');
        await page.waitForSelector('.verdict.no');
        const text = await page.locator('main').textContent();
        assert.match(text ?? '', language === 'ru' ? /уже погашен/ : /already redeemed/);
        assert.match(text ?? '', language === 'ru' ? /21\.11\.2026 12:00:00/ : /21\s+Nov\s+2026 12:00:00/);
        assert.match(text ?? '', /kassa-1/);
        await see(page, `${name}-5-no`);
        await page.goto(`${world.baseUrl}/till/today?lang=${language}`);
        assert.ok((await page.locator('.list .digits').allTextContents()).includes(number ?? ''));
        assert.doesNotMatch((await page.content()).replaceAll(/<\/?span>/g, ''), new RegExp(code));
        await see(page, `${name}-6-today`);
        await page.click('.foot a');
        await page.waitForSelector('#old');
        await see(page, `${name}-7-password`);
        await page.fill('#old', chosen);
        await page.fill('#password', 'password1234');
        await page.fill('#repeat', 'password1234');
        await page.press('#repeat', 'Enter');
        await page.waitForSelector('[role=alert] a[href="#password"]');
        await see(page, `${name}-8-common`);
      });
    });
  }

  test('the camera reads a barcode and asks for it', async () => {
    await visit({ viewport: phone }, 'ru', async (page) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Сканировать' }).click();
      await page.waitForSelector('.verdict.yes', { timeout: 20_000 });
      const shown = (await page.locator('.digits').textContent()) ?? '';
      assert.equal(shown, filmed);
    });
  });

  test('a cashier redeems by keyboard alone', async () => {
    const code = await buy();
    await visit({ viewport: desktop }, 'en', async (page) => {
      await signIn(page);
      await page.waitForSelector('#number:focus');
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.yes');
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(`document.activeElement.matches('.accept')`)) break;
      }
      await page.keyboard.press('Enter');
      await page.waitForSelector('text=Certificate redeemed');
    });
  });

  test('time-out, sign-out and a foreign form end at the sign-in page', async () => {
    await visit({ viewport: phone }, 'en', async (page) => {
      await signIn(page);
      const cookies = await page.context().cookies();
      assert.ok(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite === 'Lax'));
      await page.goto('about:blank');
      await page.setContent(
        `<form method="post" action="${world.baseUrl}/till/redeem?lang=en"><input name="number" value="ABC"><button>x</button></form>`,
      );
      await page.click('button');
      await page.waitForSelector('text=out of date');
      await fits(page, 'out of date');
      world.clock.forward('31 min');
      await page.goto(`${world.baseUrl}/till?lang=en`);
      await page.waitForSelector('#password');
      await signIn(page);
      await page.click('text=Sign out');
      await page.waitForSelector('#password');
      // What stays opens nothing: it tells that somebody has signed in here before.
      const left = await page.context().cookies();
      assert.deepEqual(
        left.map(({ name }) => name),
        ['facevalue-device'],
      );
    });
  });
});
