import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { callbackSecretContext } from '../../src/clients/client.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { inBrowser, sharedBrowser, noBarriers, noSidewaysScroll, visit } from '../support/gift-browser.ts';
import type { TestClient } from '../support/test-client.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';

const phone = { viewport: { width: 360, height: 740 } } as const;
const desktop = { viewport: { width: 1280, height: 800 } } as const;
const program = join(import.meta.dirname, '../../sdk/examples/shop/shop.ts');

describe('the example shop beside a running server', inBrowser, () => {
  let world: SdkWorld;
  let browser: Browser;
  let shop: ChildProcess;
  let client: TestClient;
  let address = '';

  before(async () => {
    world = await sdkWorld();
    client = await world.client();
    const { home: ctx, clock } = world;
    const ask = { clientId: client.id, kind: 'test' } as const;
    const key = await rotateKey(ctx.db, ctx.keyring, fromShell, ask, clock.now());
    assert.ok(key.is === 'rotated');
    const { rows } = await ctx.db.query<{ secret: Buffer }>(
      `select callback_secret as secret from clients where id = $1`,
      [client.id],
    );
    const sealed = rows[0]?.secret ?? assert.fail();
    const port = String(await lastingPort());
    address = `http://127.0.0.1:${port}`;
    shop = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: {
        ...childEnvironment,
        BASE_URL: world.baseUrl,
        PORT: port,
        ID: String(client.id),
        SECRET: key.secret,
        CALLBACK_SECRET: ctx.keyring.ofClient(client.id).open(sealed, callbackSecretContext(client.id)),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (shop.stdout === null) throw new Error('The shop has no output.');
    await once(shop.stdout, 'data', { signal: AbortSignal.timeout(20_000) });
    browser = await sharedBrowser();
  });
  after(async () => {
    if (shop.exitCode === null) {
      shop.kill();
      await once(shop, 'close');
    }
    await world[Symbol.asyncDispose]();
  });

  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];

  test('somebody buys a certificate, a callback tells it, and the certificate opens', async () => {
    await visit(browser, phone, address, async (page) => {
      const look = async (name: string): Promise<void> => {
        await noBarriers(page, name);
        await noSidewaysScroll(page, name);
        if (pictures) await page.screenshot({ path: join(pictures, `shop-${name}.png`), fullPage: true });
      };
      await look('catalogue-phone');
      await page.locator('.products a').first().click();
      await page.locator('input[name=recipient]').fill('Анна <b>');
      await page.locator('textarea').fill('С днём рождения!');
      await look('product-phone');
      await world.whileWorking(
        (async () => {
          await page.getByRole('button', { name: 'Buy' }).click();
          await page.getByText('Your certificate is ready').waitFor({ timeout: 30_000 });
        })(),
      );
      await look('order-phone');
      const text = await page.innerText('main');
      assert.match(text, /500 ₽, for Анна <b>/);
      assert.match(text, /Told by a callback whose signature was checked/);
      await page.getByText('Open the certificate').click();
      await page.waitForURL(/\/g\//);
      assert.match(await page.innerText('body'), /ОБРАЗЕЦ|SAMPLE|образец/i);
    });
    await visit(browser, desktop, address, async (page) => {
      await noBarriers(page, 'catalogue');
      if (pictures) await page.screenshot({ path: join(pictures, 'shop-catalogue.png'), fullPage: true });
    });
    assert.equal(await client.getBalance(), 100_000, 'a test order costs nothing');
  });

  test('a forged callback changes nothing, and nobody finds the order of another', async () => {
    const forged = await fetch(`${address}/callback`, {
      method: 'POST',
      body: 'status=ok&data[uuid]=x',
      headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    });
    assert.equal(forged.status, 401);
    assert.equal((await fetch(`${address}/orders/guess`)).status, 404);
    const missing = new URLSearchParams({ product: '1', face: '500' });
    assert.equal((await fetch(`${address}/orders`, { method: 'POST', body: missing })).status, 422);
  });
});
