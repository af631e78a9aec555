/** The database freezes while a holder looks and presses, and an operator types: each call is answered, and the same press exchanges once when it is back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { choiceOf } from '../../orders/exchange/choice-world.ts';
import { databaseProxy, type DatabaseProxy } from '../../platform/database/database-proxy.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

/** Longer than any limit between the platform and its database, whatever else the machine does. */
const patienceMs = 60_000;

const call = async (url: string, form?: Record<string, string>) => {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'text/html', 'accept-language': 'en' },
    signal: AbortSignal.timeout(patienceMs),
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, text: await response.text() };
};

const freezes: Record<string, (proxy: DatabaseProxy) => void> = {
  'nothing passes': (proxy) => {
    proxy.dropNewOnes();
    proxy.dropSilently();
  },
  'statements arrive, and their answers are lost': (proxy) => {
    proxy.dropNewOnes();
    proxy.loseAnswers();
  },
};

for (const [name, freeze] of Object.entries(freezes))
  test(`${name}: everybody is answered, and the press is repeated once`, async () => {
    await using left = new AsyncDisposableStack();
    let proxy: DatabaseProxy | undefined;
    await using world = await testWorld({}, undefined, async (url) => {
      proxy = left.use(await databaseProxy(url));
      return proxy.url;
    });
    assert.ok(proxy !== undefined);
    const shop = await choiceOf(world);
    const key = await shop.buy({ delivery_type: 'link' });
    const { exchange_url: url } = await shop.client.getLinks(key.cardRequestId);
    assert.ok(url !== null);
    const basket = `${shop.coffee.id}-50000`;
    const form = { step: '1', b: basket };
    assert.equal((await call(url)).status, 200);

    const somebody = await visitor(world, operator, 'support');
    freeze(proxy);
    const typed = somebody.send('/o/find/typed', { q: 'зерно' });
    const answers = await Promise.all([
      call(url),
      call(`${url}?q=x`),
      call(`${url}/confirm?b=${basket}&step=1`),
      call(url, form),
      call(url, form),
    ]);
    for (const { status, text } of answers) {
      assert.ok(status >= 500, String(status));
      assert.match(text, /Something went wrong/);
    }
    assert.ok((await typed).statusCode >= 500);
    proxy.heal();
    proxy.reset();
    // A connection that was reset may be tried once more.
    const healedMs = performance.now();
    for (let status = 0; status !== 303;) {
      assert.ok(performance.now() - healedMs < patienceMs, `still ${status}`);
      ({ status } = await call(url, form));
      assert.ok(status === 303 || status >= 500, String(status));
    }
    assert.equal((await call(url, form)).status, 303);
    const { exchanged, leftKopecks } = await shop.card(key);
    assert.deepEqual([exchanged.length, leftKopecks], [1, 50_000]);
    await world.settle();
    await shop.assertVerified();
  });
