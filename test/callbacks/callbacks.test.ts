import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { fromShell } from '../../src/people/access/principal.ts';
import { replayCallback } from '../../src/callbacks/replay.ts';
import { createCallbackSender } from '../../src/callbacks/send-callbacks.ts';
import { startReceiver, type Answer } from '../support/callback-receiver.ts';
import { settle, workerWorld } from '../support/worker-world.ts';
import { shop, outcome, announce, stateOf, attemptsOf } from './callback-world.ts';

test('an accepted callback is sent once, signed, and its attempt is kept', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  const secret = await world.addClient(shop);
  await announce(world, [outcome(shop, 1, receiver.url)]);
  const sender = createCallbackSender(world);
  await settle(sender);
  world.clock.forward(600);
  await settle(sender);

  assert.equal(receiver.calls.length, 1);
  const [call] = receiver.calls;
  assert.equal(call?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(call?.headers['user-agent'], 'Facevalue');
  const form = new URLSearchParams(call?.body);
  assert.equal(form.get('data[comment]'), 'Подарок & «кавычки»');
  assert.equal(form.get('data[sum]'), '950.5');
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = call?.headers ?? {};
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.${call?.body}`)
    .digest('base64');
  assert.equal(signature, `v1,${signed}`);
  assert.equal(Number(at) * 1000, Date.parse('2026-11-20T09:00:00Z'));
  assert.deepEqual(await stateOf(world, 1), { state: 'accepted', tries: 1, attempts: 1 });
  assert.deepEqual(await attemptsOf(world, 1), [
    { attempt: 1, http_status: 200, answer_head: 'OK', problem: '', minute: 0 },
  ]);
});

test('eight attempts, each the same bytes under the same id, after 1, 2, 5, 15, 30, 60 and 120 minutes', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  await world.addClient(shop);
  receiver.answer = () => ({ status: 500, body: 'broken' });
  await announce(world, [outcome(shop, 1, receiver.url)]);
  const sender = createCallbackSender(world);
  for (let minute = 0; minute <= 300; minute++) {
    await settle(sender);
    world.clock.forward(1);
  }
  const attempts = await attemptsOf(world, 1);
  assert.deepEqual(
    attempts.map((one) => one.minute),
    [0, 1, 3, 8, 23, 53, 113, 233],
  );
  assert.equal(new Set(receiver.calls.map((call) => call.body)).size, 1);
  assert.equal(new Set(receiver.calls.map((call) => call.headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.calls.map((call) => call.headers['webhook-timestamp'])).size, 8);
  assert.deepEqual(await stateOf(world, 1), { state: 'abandoned', tries: 8, attempts: 8 });
});

const answers: [string, Answer, boolean][] = [
  ['OK', {}, true],
  ['a space before', { body: ' OK' }, false],
  ['a line break after', { body: 'OK\n' }, false],
  ['small letters', { body: 'ok' }, false],
  ['Cyrillic letters', { body: 'ОК' }, false],
  ['a byte order mark', { body: '\ufeffOK' }, false],
  ['quotes', { body: '"OK"' }, false],
  ['nothing', { body: '' }, false],
  ['201', { status: 201 }, false],
  ['204', { status: 204, body: '' }, false],
  ['302', { status: 302 }, false],
  ['a NUL', { body: 'OK\0' }, false],
  ['half a character at the cut', { body: 'Я'.repeat(150) + 'О' }, false],
  ['a megabyte', { body: Buffer.alloc(1_000_000, 'OK') }, false],
];

test('only status 200 with exactly OK is accepted', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  await world.addClient(shop);
  receiver.answer = (call) => answers[Number(call.path.split('/').at(-1))]?.[1] ?? 'hang';
  await announce(
    world,
    answers.map((_, index) => outcome(shop, index, `${receiver.url}/${index}`)),
  );
  await settle(createCallbackSender(world));
  for (const [index, [name, , accepted]] of answers.entries()) {
    assert.equal((await stateOf(world, index))?.state, accepted ? 'accepted' : 'due', name);
  }
  const heads = await Promise.all([2, 11].map(async (id) => (await attemptsOf(world, id))[0]?.answer_head));
  assert.deepEqual(heads, ['OK␊', 'OK␀']);
});

test('a failed call has a reason', async () => {
  await using world = await workerWorld({ timeoutMs: 1000 });
  await using receiver = await startReceiver();
  receiver.answer = () => 'hang';
  await world.addClient(shop);
  await announce(world, [
    outcome(shop, 1, receiver.url),
    outcome(shop, 2, 'http://127.0.0.1:1/'),
    outcome(shop, 3, 'file:///etc/passwd'),
  ]);
  await settle(createCallbackSender(world));
  const problems = await Promise.all([1, 2, 3].map(async (id) => (await attemptsOf(world, id))[0]?.problem));
  assert.deepEqual(problems, ['timeout', 'connection refused', 'bad address']);
});

test('a callback whose body or secret cannot be opened is abandoned and delays no other', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  for (const client of [shop, shop + 1, shop + 2]) await world.addClient(client);
  await announce(
    world,
    [0, 1, 2].map((nth) => outcome(shop + nth, nth + 1, receiver.url)),
  );
  await world.db.query(`update callbacks set body = '\\x00' where request_id = 1`);
  await world.db.query(`update clients set callback_secret = '\\x00' where id = $1`, [shop + 1]);
  const sender = createCallbackSender(world);
  for (let minute = 0; minute <= 300; minute++) {
    await settle(sender);
    world.clock.forward(1);
  }
  for (const lost of [1, 2]) {
    assert.deepEqual(await stateOf(world, lost), { state: 'abandoned', tries: 8, attempts: 8 });
    assert.equal((await attemptsOf(world, lost))[0]?.problem, 'body or secret can not be opened');
  }
  assert.deepEqual(await stateOf(world, 3), { state: 'accepted', tries: 1, attempts: 1 });
  assert.equal(receiver.calls.length, 1);
});

test('a gift link echoed by a receiver is not stored', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  receiver.answer = (call) => ({ body: call.body.slice(-90) });
  await world.addClient(shop);
  await announce(world, [outcome(shop, 1, receiver.url)]);
  await settle(createCallbackSender(world));
  const [attempt] = await attemptsOf(world, 1);
  assert.match(attempt?.answer_head ?? '', /gift_page_url/);
  assert.doesNotMatch(attempt?.answer_head ?? '', /token1/);
});

test('a replay has eight fresh attempts and keeps the earlier ones', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  await world.addClient(shop);
  receiver.answer = () => ({ status: 500 });
  await announce(world, [outcome(shop, 1, receiver.url)]);
  const sender = createCallbackSender(world);
  for (let minute = 0; minute <= 240; minute++) {
    await settle(sender);
    world.clock.forward(1);
  }
  const replay = (requestId: number) => {
    const ask = { clientId: shop, requestId };
    return replayCallback(world.db, world.keyring, fromShell, ask, world.clock.now());
  };
  assert.equal((await replay(1)).is, 'replayed');
  await settle(sender);
  assert.deepEqual(await stateOf(world, 1), { state: 'due', tries: 1, attempts: 9 });
  receiver.answer = () => ({});
  world.clock.forward(1);
  await settle(sender);
  assert.equal((await stateOf(world, 1))?.state, 'accepted');
  assert.equal((await attemptsOf(world, 1)).length, 10);
  assert.equal(new Set(receiver.calls.map((call) => call.body)).size, 1);
  assert.equal((await replay(99)).is, 'not-found');
});
