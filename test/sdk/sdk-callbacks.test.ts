import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fastify } from 'fastify';
import { acceptCallbacks, fetchHandler, nodeHandler, type Callback } from '../../sdk/typescript/src/index.ts';
import { startCallbackExample } from './callback-example.ts';
import { drive, okOf, sdkNames, type Step } from './sdk-programs.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';

type Express = RequestListener & { post: (path: string, ...handlers: unknown[]) => void };
const express = createRequire(import.meta.url)('express') as {
  (): Express;
  raw: (options: { type: () => boolean }) => unknown;
};

let world: SdkWorld;

before(async () => {
  world = await sdkWorld();
});
after(() => world[Symbol.asyncDispose]());

const replyOf = async (response: Response) => [response.status, await response.text()];

test('callbacks of the platform are read in both forms, and false ones refused', async () => {
  const secret = `whsec_${Buffer.from('the key of the callbacks').toString('base64')}`;
  const now = Math.trunc(world.clock.now().getTime() / 1000);
  const steps: Step[] = [];
  for (const callbackFormat of ['form', 'json'] as const) {
    const client = await world.client({ callbackFormat, callbackSecret: secret });
    const order = { product_id: world.coffee.id, face: 500, testmode: true };
    await client.makeOrder({ ...order, comment: 'Ёлка & «звезда» 1+1=2' });
    await client.makeOrder({ ...order, comment: 'simulate:error=5000' });
    await world.settle();
  }
  for (const { headers, body } of world.callbacks.received.slice(-4)) {
    const step = { do: 'callback', headers, body, secret, now };
    const other = `whsec_${Buffer.from('another key').toString('base64')}`;
    steps.push(step, { ...step, secret: [other, secret] }, { ...step, secret: other });
    steps.push(
      { ...step, now: now + 301 },
      { ...step, now: now - 301 },
      { ...step, body: `${body} ` },
      { ...step, headers: {} },
    );
  }
  const outcomes = await Promise.all(
    sdkNames.map((sdk) => drive(sdk, { BASE_URL: '', ID: '1', SECRET: '' }, steps)),
  );
  for (const read of outcomes) assert.deepEqual(read, outcomes[0]);
  const good = (outcomes[0] ?? []).filter(({ ok }) => ok !== undefined).map(okOf<Callback>);
  assert.equal(good.length, 8);
  assert.equal(outcomes[0]?.filter(({ error }) => error === 'CallbackError').length, 20);
  for (const [index, { status, data, error }] of good.entries()) {
    const isOk = index % 4 < 2;
    assert.deepEqual(
      [status, data.comment, data.order_id, error?.code],
      isOk
        ? ['ok', 'Ёлка & «звезда» 1+1=2', 9_999_999, undefined]
        : ['error', 'simulate:error=5000', null, 5000],
    );
  }
});

test('callbacks that an example program receives are answered so that they are not repeated', async () => {
  const secret = `whsec_${Buffer.from('the key of the callbacks').toString('base64')}`;
  // Other tests took a while.
  world.clock.forward(`${Date.now() - world.clock.now().getTime()} ms`);
  for (const sdk of sdkNames) {
    await using receiver = await startCallbackExample(sdk, secret);
    const client = await world.client({ callbackUrl: receiver.url, callbackSecret: secret });
    const id = await client.makeOrder({ product_id: world.coffee.id, face: 500, testmode: true });
    await world.settle();
    assert.equal(await receiver.nextLine(), `request ${id} issued as 9999999`, sdk);
    const { rows } = await world.home.db.query(
      'select state, attempts from callbacks where client_id = $1 and request_id = $2',
      [client.id, id],
    );
    assert.deepEqual(rows, [{ state: 'accepted', attempts: 1 }]);
    const forged = await fetch(receiver.url, { method: 'POST', body: 'status=ok&data[id]=1' });
    assert.deepEqual([forged.status, await forged.text()], [401, 'The callback is not signed.']);
  }
});

test('handlers for fetch, node:http, express and fastify answer OK, and a handler that throws is asked again', async () => {
  const secret = `whsec_${Buffer.from('k').toString('base64')}`;
  const client = await world.client({ callbackSecret: secret });
  await client.makeOrder({ product_id: world.coffee.id, face: 500, testmode: true });
  await world.settle();
  const { headers, body } = world.callbacks.received.at(-1) ?? assert.fail('no callback');
  const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-')) as [
    string,
    string,
  ][];
  const options = { secret, now: world.clock.now() };
  const sent = {
    method: 'POST',
    body,
    headers: [...signed, ['content-type', String(headers['content-type'])]] as [string, string][],
  };
  const accepted = await fetchHandler(options, () => {})(new Request('https://shop.example', sent));
  assert.deepEqual(await replyOf(accepted), [200, 'OK']);
  const told: unknown[] = [];
  const fails = fetchHandler({ ...options, onError: (error) => void told.push(String(error)) }, () =>
    Promise.reject(new Error('no database')),
  );
  assert.deepEqual(await replyOf(await fails(new Request('https://shop.example', sent))), [
    500,
    'The callback could not be handled.',
  ]);
  assert.deepEqual(told, ['Error: no database']);
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('reset')) });
  const cutOff = new Request('https://shop.example', {
    ...sent,
    body: broken,
    duplex: 'half',
  });
  assert.deepEqual((await replyOf(await fails(cutOff)))[0], 400);
  const tooLarge = new Request('https://shop.example', { ...sent, body: ' '.repeat(300 * 1024) });
  assert.deepEqual((await replyOf(await fails(tooLarge)))[0], 413);
  const read = new Request('https://shop.example', sent);
  await read.text();
  assert.deepEqual((await replyOf(await fails(read)))[0], 500);
  assert.match(String(told[1]), /was parsed before the handler/);

  const app = fastify();
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    scope.post('/fastify', async (request, reply) => {
      const { status, text } = await acceptCallbacks(
        request.headers,
        String(request.body),
        options,
        () => {},
      );
      return reply.code(status).type('text/plain').send(text);
    });
  });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    assert.deepEqual(await replyOf(await fetch(`${address}/fastify`, sent)), [200, 'OK']);
  } finally {
    await app.close();
  }

  const handle = nodeHandler(options, () => {});
  const shop = express();
  shop.post('/raw', express.raw({ type: () => true }), handle);
  shop.post('/unread', handle);
  const server = createServer(shop);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/raw', '/unread'])
      assert.deepEqual(await replyOf(await fetch(address + path, sent)), [200, 'OK'], path);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
