import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCallback } from '../../src/callbacks/find-callback.ts';
import { keyOf, listCallbacksOf, type CallbackPageAsk } from '../../src/callbacks/list-callbacks.ts';
import { replayCallback, replayFailed } from '../../src/callbacks/replay.ts';
import { createCallbackSender } from '../../src/callbacks/send-callbacks.ts';
import { createCallTest } from '../../src/callbacks/test-call.ts';
import { changeAccess } from '../../src/clients/change-access.ts';
import { clientParty } from '../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { listActs } from '../../src/people/audit/check-chain.ts';
import { startReceiver } from '../support/callback-receiver.ts';
import { settle, workerWorld, type WorkerWorld } from '../support/worker-world.ts';
import { announce, outcome, shop, stateOf } from './callback-world.ts';

const other = 11639;

const developer = (partyId: number, role = 'developer'): PersonPrincipal => ({
  is: 'person',
  personId: 1,
  name: 'Анна',
  side: 'client',
  partyId,
  role,
  isWhole: true,
  steppedUpAt: null,
});

async function deliverAll(world: WorkerWorld, minutes: number): Promise<void> {
  const sender = createCallbackSender(world);
  for (let minute = 0; minute <= minutes; minute += 1) {
    await settle(sender);
    world.clock.forward(1);
  }
}

test('a client lists its own callbacks by page, with requests and answers', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  const { db, keyring } = world;
  await world.addClient(shop);
  await world.addClient(other);
  receiver.answer = ({ body }) => (body.includes('data%5Bid%5D=2') ? { status: 500, body: 'no /g/abc' } : {});
  const own = [1, 2, 3, 4, 5].map((id) => outcome(shop, id, `${receiver.url}?token=hidden`));
  await announce(world, [...own, outcome(other, 6, receiver.url)]);
  await deliverAll(world, 0);

  const page = (ask: Partial<CallbackPageAsk>) =>
    listCallbacksOf(db, { clientId: shop, which: 'all', limit: 2, ...ask });
  const first = await page({});
  assert.deepEqual(
    first.map(({ requestId }) => requestId),
    [5, 4],
  );
  assert.equal(first[0]?.address, receiver.url);
  const last = first.at(-1) ?? assert.fail();
  assert.deepEqual(
    (await page({ after: keyOf('all', last) })).map(({ requestId, lastStatus }) => [requestId, lastStatus]),
    [
      [3, 200],
      [2, 500],
    ],
  );
  assert.deepEqual(
    (await page({ which: 'waiting' })).map(({ requestId, lastProblem }) => [requestId, lastProblem]),
    [[2, 'status is not 200']],
  );
  assert.deepEqual(await page({ which: 'failed' }), []);

  const shown = await findCallback(db, keyring, { clientId: shop, requestId: 2 });
  assert.match(shown?.body ?? '', /gift_page_url%5D=http%3A%2F%2F127\.0\.0\.1%2Fg%2F…/);
  assert.doesNotMatch(JSON.stringify(shown), /token2|hidden|abc/);
  assert.deepEqual(
    shown?.made.map(({ httpStatus, answerHead }) => [httpStatus, answerHead]),
    [[500, 'no /g/…']],
  );
  for (const requestId of [6, 99]) {
    assert.equal(await findCallback(db, keyring, { clientId: shop, requestId }), null);
  }
});

test('all callbacks failed since a time are sent again, and the person is recorded', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  const { db, keyring } = world;
  await world.addClient(shop);
  await world.addClient(other);
  receiver.answer = () => ({ status: 500 });
  await announce(world, [outcome(shop, 1, receiver.url), outcome(other, 9, receiver.url)]);
  await deliverAll(world, 240);
  const since = world.clock.now();
  await announce(
    world,
    [2, 3, 4].map((id) => outcome(shop, id, receiver.url)),
  );
  await deliverAll(world, 240);

  const now = world.clock.now();
  const replay = (ask: { since: Date; most?: number }, by = developer(shop)) =>
    replayFailed(db, keyring, by, { clientId: shop, ...ask }, now);
  assert.deepEqual(await replay({ since }, developer(other)), { is: 'forbidden' });
  assert.deepEqual(await replay({ since }, developer(shop, 'viewer')), { is: 'forbidden' });
  assert.equal(
    (await replayCallback(db, keyring, developer(other), { clientId: shop, requestId: 1 }, now)).is,
    'not-found',
  );
  assert.deepEqual(await replay({ since, most: 2 }), { is: 'replayed', callbacks: 2, more: true });
  assert.deepEqual(await replay({ since }), { is: 'replayed', callbacks: 1, more: false });
  assert.deepEqual(await replay({ since }), { is: 'replayed', callbacks: 0, more: false });
  const failed = await listCallbacksOf(db, { clientId: shop, which: 'failed', limit: 9, until: since });
  assert.deepEqual(
    failed.map(({ requestId }) => requestId),
    [1],
  );
  receiver.answer = () => ({});
  await deliverAll(world, 0);
  for (const id of [2, 3, 4]) assert.equal((await stateOf(world, id))?.state, 'accepted');
  assert.equal((await stateOf(world, 9))?.state, 'abandoned', 'nobody else’s');
  const acts = await listActs(db, clientParty(shop), { limit: 9 });
  assert.deepEqual(
    acts.map(({ act, actorName, after }) => [act, actorName, after.replace(/.*"callbacks"/, '')]),
    [
      ['callbacks.failed-replayed', 'Анна', ':1}'],
      ['callbacks.failed-replayed', 'Анна', ':2}'],
    ],
  );
});

test('a test call shows what came back, and whether it is exactly OK', async () => {
  await using world = await workerWorld();
  await using receiver = await startReceiver();
  const { db, keyring } = world;
  await world.addClient(shop);
  const callTest = createCallTest(world);
  const tried = (outcomeTold: 'ok' | 'error' = 'ok', by: PersonPrincipal = developer(shop)) =>
    callTest(by, { clientId: shop, outcome: outcomeTold });
  const set = (callbackUrl: string, callbackFormat = 'form') =>
    changeAccess(db, keyring, fromShell, { clientId: shop, callbackUrl, callbackFormat }, world.clock.now());
  await set('');
  assert.equal((await tried()).is, 'no-address');
  await set(receiver.url);
  assert.equal((await tried('ok', developer(other))).is, 'missing');
  assert.equal((await tried('ok', developer(shop, 'viewer'))).is, 'missing');
  const good = await tried();
  assert.ok(good.is === 'called');
  assert.deepEqual([good.answer.accepted, good.answer.httpStatus], [true, 200]);
  assert.match(receiver.calls[0]?.body ?? '', /^status=ok&data%5Bid%5D=0&/);
  assert.equal(receiver.calls[0]?.body, good.body);
  assert.equal(receiver.calls[0]?.headers['webhook-signature'], good.headers['webhook-signature']);
  receiver.answer = () => ({ body: 'OK\n' });
  await set(receiver.url, 'json');
  const almost = await tried('error');
  assert.ok(almost.is === 'called');
  assert.deepEqual([almost.answer.accepted, almost.answer.answerHead], [false, 'OK␊']);
  assert.deepEqual(JSON.parse(almost.body).status, 'error');
  await set('http://127.0.0.1:1/');
  const closed = await tried();
  assert.ok(closed.is === 'called');
  assert.equal(closed.answer.problem, 'connection refused');
  for (let call = 0; call < 3; call += 1) await tried();
  assert.equal((await tried()).is, 'too-many');
  const acts = await listActs(db, clientParty(shop), { limit: 50 });
  assert.equal(acts.filter(({ act }) => act === 'callbacks.tested').length, 6);
});
