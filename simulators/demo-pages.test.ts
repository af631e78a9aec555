import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoWorld } from './demo-world.ts';

test('the receiver answers OK, checks the signature and shows the callback', async () => {
  await using demo = await demoWorld();
  const body = 'status=ok&data%5Bid%5D=3500001&data%5Bcomment%5D=%3Cb%3E';
  assert.deepEqual(await demo.call(body), { status: 200, body: 'OK' });
  await demo.restart();
  const page = await demo.page('/demo/callbacks/11638');
  assert.match(page, /Callbacks: “Магазин ‘Сова’”/);
  assert.match(page, /Production accepts no such address/);
  assert.match(page, /signature is right/);
  assert.match(page, /data\[id\]<\/th>\s*<td>3500001/);
  assert.match(page, /&lt;b&gt;/);
  assert.doesNotMatch(page, /<b>status/);
});

test('the receiver answers as set on its page', async () => {
  await using demo = await demoWorld();
  const tell = (answer: string, site = 'same-origin') =>
    demo.app.inject({
      method: 'POST',
      url: '/demo/callbacks/11638/answer?lang=en',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: `answer=${answer}`,
    });
  assert.equal((await tell('500', 'cross-site')).statusCode, 403);
  assert.equal((await demo.call('a=1')).status, 200);
  const told = await tell('500');
  assert.equal(told.statusCode, 303);
  assert.equal(told.headers.location, '/demo/callbacks/11638?lang=en');
  assert.equal((await demo.call('a=1')).status, 500);
  await tell('ok-newline');
  assert.equal((await demo.call('a=1')).body, 'OK\n');
  assert.match(await demo.page('/demo/callbacks/11638'), /Attempt 3/);
});

test('a hanging receiver does not keep the program from stopping', async () => {
  await using demo = await demoWorld();
  await demo.app.inject({
    method: 'POST',
    url: '/demo/callbacks/11638/answer',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'answer=hang',
  });
  const address = await demo.app.listen({ host: '127.0.0.1', port: 0 });
  const call = fetch(`${address}/demo/callbacks/11638`, { method: 'POST', body: 'a=1' });
  call.catch(() => {});
  while (!(await demo.page('/demo/callbacks/11638')).includes('Attempt 1')) await new Promise(setImmediate);
  await demo.app.close();
  await assert.rejects(call);
});

test('an empty page has a button that places an order', async () => {
  await using demo = await demoWorld();
  for (const path of [
    '/demo',
    '/demo/inbox',
    '/demo/sms',
    '/demo/callbacks/11638',
    '/demo/suppliers/sova-shop',
    '/demo/orders/1',
  ])
    assert.match(await demo.page(path), /action="\/demo\/orders\?lang=en"/, path);
  assert.match(
    await demo.page('/demo/mailbox'),
    /href="\/demo\/suppliers\?lang=en">Have a supplier write one/,
  );
});

test('a refused order shows the reason; other sites cannot place orders or move the clock', async () => {
  await using demo = await demoWorld();
  const post = (path: string, payload: string, site = 'same-origin') =>
    demo.app.inject({
      method: 'POST',
      url: `${path}?lang=en`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload,
    });
  const refused = await post('/demo/orders', '');
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /makeOrder answered 5000: no funds/);
  assert.equal((await post('/demo/orders', '', 'cross-site')).statusCode, 403);
  assert.equal((await post('/demo/time', 'span=reset', 'cross-site')).statusCode, 403);
  assert.equal((await post('/demo/time', 'span=99y')).statusCode, 400);
  assert.equal((await post('/demo/time', 'span=reset')).headers.location, '/demo?lang=en#time');
});

test('all callbacks but the newest are folded', async () => {
  await using demo = await demoWorld();
  for (const id of ['message-1', 'message-2', 'message-3'])
    await demo.app.inject({
      method: 'POST',
      url: '/demo/callbacks/11638',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'webhook-id': id },
      payload: 'status=ok',
    });
  const page = await demo.page('/demo/callbacks/11638');
  assert.equal(page.match(/<details class="card"/g)?.length, 3);
  assert.equal(page.match(/<details class="card" open/g)?.length, 1);
  assert.ok(page.indexOf('<details class="card" open') < page.indexOf('<details class="card">'));
});

test('every page exists in both languages', async () => {
  await using demo = await demoWorld();
  for (const path of [
    '/demo',
    '/demo/inbox',
    '/demo/mailbox',
    '/demo/sms',
    '/demo/callbacks/11638',
    '/demo/suppliers',
    '/demo/suppliers/sova-shop',
  ]) {
    const russian = await demo.app.inject(`${path}?lang=ru`);
    assert.match(russian.body, /<html lang="ru">/);
    assert.match(String(russian.headers['content-security-policy']), /default-src 'none'/);
    assert.match(await demo.page(path), /<html lang="en">/);
  }
});

test('requests with a foreign host name get nothing of the demo', async () => {
  await using demo = await demoWorld();
  const answerTo = async (host: string, url: string): Promise<[number, string]> => {
    const { statusCode, body } = await demo.app.inject({ url, headers: { host } });
    return [statusCode, body];
  };
  for (const url of [
    '/demo',
    '/demo/inbox',
    '/demo/callbacks/11638',
    '/demo/mailbox',
    '/demo/suppliers',
    '/demo/sms',
    '/demo/orders/1',
  ]) {
    for (const host of [
      'evil.example',
      'localhost.evil.example:8080',
      '127.0.0.1.evil.example',
      'evil.example:80',
    ])
      assert.deepEqual(
        await answerTo(host, url),
        [421, 'This name is not one of the demo.\n'],
        `${host} ${url}`,
      );
  }
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'demo.example:8080', '192.168.1.7'])
    assert.equal((await answerTo(host, '/demo'))[0], 200, host);
});
