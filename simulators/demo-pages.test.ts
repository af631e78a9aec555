import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { webhookSignature } from '../src/callbacks/call-receiver.ts';
import { createMailer, type OutgoingLetter } from '../src/platform/mail/mailer.ts';
import { smtpSettings } from '../test/support/smtp-settings.ts';
import { createCallbackInbox } from './callback-inbox.ts';
import { startMailInbox } from './mail-inbox.ts';
import { openMailFolder } from './mailbox/mail-folder.ts';
import { registerDemoPages } from './pages.ts';
import type { DemoOrders } from './story/story-routes.ts';
import { createMode, type ProviderMode } from './sms/provider-mode.ts';
import { createTextInbox, type TextInbox } from './sms/text-inbox.ts';
import { openSupplier, serve, type Supplier } from './supplier/play-supplier.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };
const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;

/** A world without sales; pages with sales are tested in test/demo/demo-story.test.ts. */
const noOrders: DemoOrders = {
  latest: () => Promise.resolve([]),
  find: () => Promise.resolve(null),
  placeOne: () => Promise.resolve({ is: 'refused', why: 'makeOrder answered 5000: no funds' }),
  clock: { ...clock, aheadMs: () => 0, travel: (span) => Promise.resolve(span === 'reset') },
};

interface Demo extends AsyncDisposable {
  app: FastifyInstance;
  supplier: Supplier;
  texts: TextInbox;
  smpp: ProviderMode;
  page(path: string): Promise<string>;
  call(body: string): Promise<{ status: number; body: string }>;
  send(letter: Partial<OutgoingLetter>): Promise<string>;
  restart(): Promise<void>;
}

async function demoWorld(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-demo-'));
  const suppliers = new Map([['sova-shop', openSupplier(null, 'sova-shop')]]);
  const smpp = createMode();
  const open = async () => {
    const mail = await startMailInbox({ folder: join(folder, 'mail'), clock });
    const callbacks = createCallbackInbox({
      folder: join(folder, 'callbacks'),
      clock,
      secretOf: (id) => Promise.resolve(id === 11638 ? secret : null),
    });
    const app = fastify();
    const facts = { clients: [{ id: 11638, name: 'Магазин «Сова»' }], logins: [], docs: [] };
    const simulator = { supplier: (key: string) => suppliers.get(key) ?? null };
    const played = [{ key: 'sova-shop', name: 'ООО «Сова»', called: true, deeds: [] }];
    const texts = createTextInbox({ folder: join(folder, 'texts'), clock });
    const mailbox = await openMailFolder(join(folder, 'mailbox'), clock);
    await registerDemoPages(app, {
      baseUrl: 'http://demo.example:8080',
      mail,
      mailbox,
      texts: { inbox: texts, modes: { smpp, gateway: createMode() } },
      callbacks,
      suppliers: { simulator, played },
      orders: noOrders,
      facts: () => Promise.resolve(facts),
    });
    return { mail, texts, app };
  };
  let { mail, texts, app } = await open();
  const close = async () => {
    await app.close();
    await mail.close();
  };
  return {
    get app() {
      return app;
    },
    get texts() {
      return texts;
    },
    smpp,
    supplier: suppliers.get('sova-shop') ?? assert.fail(),
    page: async (path) => (await app.inject({ url: path, headers: { 'accept-language': 'en' } })).body,
    async call(body) {
      const signed = { messageId: 'message-1', timestamp: '1', body };
      const answer = await app.inject({
        method: 'POST',
        url: '/demo/callbacks/11638',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'webhook-id': 'message-1',
          'webhook-timestamp': '1',
          'webhook-signature': webhookSignature(secret, signed),
        },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.body };
    },
    async send(letter) {
      const mailer = createMailer(smtpSettings(mail.url));
      const outcome = await mailer.send({
        from: 'Facevalue <certificates@facevalue.example>',
        to: 'anna@mail.example',
        subject: 'Подарок',
        html: '<html><head></head><body><script>alert(1)</script><p>Привет</p></body></html>',
        text: 'Привет',
        messageId: 'one@facevalue.example',
        ...letter,
      });
      await mailer.close();
      return outcome.is === 'sent' ? 'sent' : `${outcome.is}: ${outcome.details}`;
    },
    async restart() {
      await close();
      ({ mail, texts, app } = await open());
    },
    async [Symbol.asyncDispose]() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('the inbox shows a letter, its HTML only in a sandbox', async () => {
  await using demo = await demoWorld();
  assert.match(await demo.page('/demo/inbox'), /No letters yet/);
  assert.equal(await demo.send({}), 'sent');
  const list = await demo.page('/demo/inbox');
  assert.match(list, /Подарок/);
  const [, id = ''] = /\/demo\/inbox\/([\d-]+)/.exec(list) ?? [];
  const page = await demo.page(`/demo/inbox/${id}`);
  assert.match(page, /<pre[^>]*>Привет/);
  assert.doesNotMatch(page, /alert\(1\)/);
  const letter = await demo.app.inject(`/demo/inbox/${id}/letter`);
  assert.match(String(letter.headers['content-security-policy']), /^sandbox [^;]*; default-src 'none'/);
  assert.match(letter.body, /<head><base target="_blank">/);
});

test('letters outlive a restart, and no address leads out of their folder', async () => {
  await using demo = await demoWorld();
  await demo.send({ subject: 'Before' });
  await demo.restart();
  await demo.send({ subject: 'After' });
  const list = await demo.page('/demo/inbox');
  assert.ok(list.indexOf('After') < list.indexOf('Before'), 'the newest first');
  assert.equal((await demo.app.inject('/demo/inbox/..%2f..%2fmaster.key')).statusCode, 404);
});

test('the inbox refuses whom it was told to refuse', async () => {
  await using demo = await demoWorld();
  assert.equal(await demo.send({ to: 'bounce@mail.example' }), 'refused: smtp 550 5.1.1');
  assert.equal(await demo.send({ to: 'later.anna@mail.example' }), 'failed: smtp 451 4.2.0');
});

test('the receiver answers OK, checks the signature and shows what came', async () => {
  await using demo = await demoWorld();
  const body = 'status=ok&data%5Bid%5D=3500001&data%5Bcomment%5D=%3Cb%3E';
  assert.deepEqual(await demo.call(body), { status: 200, body: 'OK' });
  await demo.restart();
  const page = await demo.page('/demo/callbacks/11638');
  assert.match(page, /Callbacks: “Магазин ‘Сова’”/);
  assert.match(page, /signature is right/);
  assert.match(page, /data\[id\]<\/th>\s*<td>3500001/);
  assert.match(page, /&lt;b&gt;/);
  assert.doesNotMatch(page, /<b>status/);
});

test('the receiver answers as it was told on its page', async () => {
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

test('a receiver that hangs does not keep the program from stopping', async () => {
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

test('a supplier is told on its page to misbehave and to forget request_ids, and is let off', async () => {
  await using demo = await demoWorld();
  const tell = async (form: string, fields: string, site = 'same-origin'): Promise<number> => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: `/demo/suppliers/sova-shop/${form}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: fields,
    });
    return answer.statusCode;
  };
  const fault = 'fault=slow&seconds=2.5&times=3&rate=&do=set';
  assert.equal(await tell('fault', fault, 'cross-site'), 403);
  assert.equal(await tell('fault', 'fault=slow&seconds=-1&do=set'), 422);
  assert.equal(demo.supplier.script, null);
  assert.equal(await tell('fault', fault), 303);
  assert.deepEqual(demo.supplier.script, { fault: 'slow', seconds: 2.5, times: 3, left: 3 });
  assert.match(await demo.page('/demo/suppliers/sova-shop'), /calls left: 3/);
  assert.match(await demo.page('/demo/suppliers'), /fault set: answer slowly/);
  assert.equal(await tell('fault', 'fault=slow&do=take-back'), 303);
  assert.equal(demo.supplier.script, null);
  assert.equal(await tell('mode', 'idempotent=no'), 303);
  assert.equal(demo.supplier.idempotent, false);
  assert.equal((await demo.app.inject('/demo/suppliers/nobody')).statusCode, 404);
});

test('the books of a supplier show four characters of a number, and no PIN', async () => {
  await using demo = await demoWorld();
  await serve(demo.supplier, { kind: 'issue', requestId: 'ask-1', roubles: 500 }, null, clock);
  const [entry] = demo.supplier.ledger.entries;
  assert.ok(entry !== undefined);
  const page = await demo.page('/demo/suppliers/sova-shop');
  assert.match(page, new RegExp(`>••••${entry.code.slice(-4)}</td>`));
  assert.match(page, />500<\/td><td[^>]*>ask-1<\/td>/);
  assert.ok(!page.includes(entry.code) && !page.includes(`>${entry.pin}<`));
});

test('the inbox of SMS shows a text whole, its missing parts, its receipt, and outlives a restart', async () => {
  await using demo = await demoWorld();
  assert.match(await demo.page('/demo/sms'), /No SMS yet/);
  const piece = {
    provider: 'smpp',
    from: 'Facevalue',
    to: '79001234567',
    coding: 'UCS-2',
    parts: 2,
    thread: 'a',
  } as const;
  demo.texts.take({ ...piece, part: 2, text: 'http://127.0.0.1:8080/receive <b>' });
  assert.match(
    await demo.page('/demo/sms'),
    / … <a href[^>]*>[^<]*<\/a> &lt;b&gt;[^]*Parts that came: 1 of 2/,
  );
  const { id } = demo.texts.take({ ...piece, part: 1, text: 'Получить: ' });
  demo.texts.noteReceipt(id, 'delivered');
  await demo.restart();
  const page = await demo.page('/demo/sms');
  assert.match(page, /Получить: <a href="http:\/\/127\.0\.0\.1:8080\/receive">/);
  assert.match(page, /Parts: 2[^]*UCS-2[^]*<span class="state yes">delivered/);
  assert.match(await demo.page('/demo'), /SMS: 1</);
});

test('a provider of SMS is told on the page to misbehave', async () => {
  await using demo = await demoWorld();
  const tell = async (mode: string, site = 'same-origin'): Promise<number> => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/demo/sms/smpp',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: `mode=${mode}`,
    });
    return answer.statusCode;
  };
  assert.equal(await tell('throttle', 'cross-site'), 403);
  assert.equal(await tell('no such mode'), 400);
  assert.equal(demo.smpp.get(), 'honest');
  assert.equal(await tell('throttle'), 303);
  assert.equal(demo.smpp.get(), 'throttle');
  assert.match(await demo.page('/demo/sms'), /value="throttle" checked/);
});

test('where there is nothing to see yet, a button makes something', async () => {
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

test('an order that the platform refuses says why; other sites place none and move no clock', async () => {
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

test('callbacks are folded but for the newest', async () => {
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

test('a foreign host name pointed at this machine gets nothing of the demo', async () => {
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
