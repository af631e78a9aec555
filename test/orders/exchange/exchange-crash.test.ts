/** Killed while a certificate is exchanged, the same press again exchanges it once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPointName } from '../../../src/platform/process/crash-point.ts';
import { listExchanged } from '../../../src/orders/exchange/exchanged-orders.ts';
import { testWorld } from '../../support/test-world.ts';
import { startPlatform } from '../../crash/platform-process.ts';
import { choiceOf } from './choice-world.ts';

const patienceMs = 60_000;
const points: CrashPointName[] = ['exchange:before-commit', 'exchange:after-commit'];

for (const point of points)
  test(`killed at ${point}, a repeat exchanges once`, async () => {
    await using world = await testWorld({}, new Date().toISOString());
    const shop = await choiceOf(world);
    const key = await shop.buy({ delivery_type: 'link' });
    const { exchange_url: url } = await shop.client.getLinks(key.cardRequestId);
    const path = new URL(url ?? assert.fail('no link')).pathname;
    const { db } = world.cellOf(shop.client);
    const press = (baseUrl: string): Promise<Response> =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ step: '1', b: `${shop.coffee.id}-50000` }),
      });
    const settings = { DATABASE_URL: world.databaseUrl, FACEVALUE_SMTP_URL: world.mail.url };

    await using dying = await startPlatform({ ...settings, FACEVALUE_CRASH_AT: point });
    await assert.rejects(press(dying.ready.baseUrl), 'the holder gets no answer');
    assert.equal(await dying.ended, 'SIGKILL');
    assert.equal((await listExchanged(db, key)).length, point === 'exchange:after-commit' ? 1 : 0);

    await using next = await startPlatform(settings);
    for (const which of ['first', 'second'])
      assert.equal((await press(next.ready.baseUrl)).status, 303, which);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const [made, ...more] = await listExchanged(db, key);
      assert.deepEqual(more, [], 'exchanged once');
      if (made?.state === 'issued') break;
      assert.ok(performance.now() < deadline, 'the order was not issued');
      await sleep(25);
    }
    assert.equal((await shop.card(key)).leftKopecks, 50_000);
    await shop.assertVerified();
    await next.kill('SIGTERM');
  });
