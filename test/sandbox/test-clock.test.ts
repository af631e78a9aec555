import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { moveClockByPerson } from '../../src/orders/acts/move-test-clock.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { gathered } from '../../src/platform/cells/merge.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

let world: TestWorld;
let coffee: TestProduct;
let shop: TestClient;
let program: TestClient;

before(async () => {
  world = await testWorld();
  coffee = await world.product();
  await world.pool(coffee, 500, 10);
  shop = await world.client();
  const ask = { clientId: shop.id, kind: 'test' } as const;
  const made = await rotateKey(world.cellOf(shop).db, world.ctx.keyring, fromShell, ask, world.clock.now());
  assert.ok(made.is === 'rotated');
  program = testClient(world.baseUrl, { id: shop.id, secret: made.secret }, world.callbacks);
});
after(() => world[Symbol.asyncDispose]());

const order = (fields: object = {}): object => ({
  product_id: coffee.id,
  face: 500,
  delivery_type: 'link',
  ...fields,
});

const placed = async (fields: object): Promise<number> => {
  const id = await program.makeOrder(order(fields));
  await world.settle();
  return id;
};

async function moved(id: number, seconds: number): Promise<void> {
  const { status } = await program.call('moveTestClock', { id, seconds });
  assert.equal(status, 'ok');
  await world.settle();
}

const lettersTo = (address: string) => world.mail.arrivals.filter(({ to }) => to.includes(address));

const statusOf = async (id: number) => (await program.getStatus(id))['status'];

async function answerBy(answer: string): Promise<void> {
  await world.cellOf(shop).db.query(
    `insert into client_sandboxes (client_id, inbox_answer) values ($1, $2)
     on conflict (client_id) do update set inbox_answer = $2`,
    [shop.id, answer],
  );
}

const callbackOf = async (id: number) =>
  (
    await world.cellOf(shop).db.query<{ state: string; tries: number; waits: number; answers: number[] }>(
      `select state, tries, extract(epoch from due_at - $2)::integer as waits, array(
         select http_status from callback_attempts a where a.request_id = c.request_id order by attempt) as answers
       from callbacks c where request_id = $1`,
      [id, world.clock.now()],
    )
  ).rows[0];

test('a callback that fails eight times is seen at once, its repeats one after another', async () => {
  await answerBy('status-500');
  const id = await placed({});
  const first = await callbackOf(id);
  assert.deepEqual([first?.state, first?.tries, first?.waits], ['due', 1, 60]);
  await moved(id, 60 + 120 + 100);
  const third = await callbackOf(id);
  assert.deepEqual([third?.tries, third?.waits], [3, 300 - 100], 'what was left of the time counts');
  await moved(id, 4 * 3600);
  const last = await callbackOf(id);
  assert.deepEqual([last?.state, last?.answers], ['abandoned', Array(8).fill(500)]);
  const { rows } = await world
    .cellOf(shop)
    .db.query(`select from failed_receivers where client_id = $1`, [shop.id]);
  assert.equal(rows.length, 0, 'nobody is alerted to a receiver that was not called');
  await answerBy('ok');
});

test('a caught callback is answered as the client has chosen, and recorded as any other', async () => {
  const id = await placed({});
  assert.equal((await callbackOf(id))?.state, 'accepted');
  assert.equal(program.told(id).length, 0, 'nothing went over the network');
  for (const answer of ['line-break', 'other-body', 'timeout', 'refused']) {
    await answerBy(answer);
    const refused = await placed({});
    assert.equal((await callbackOf(refused))?.state, 'due', answer);
    await moved(refused, 4 * 3600);
    assert.equal((await callbackOf(refused))?.state, 'abandoned', answer);
  }
  await answerBy('ok');
  const own = await placed({ callback: world.callbacks.url });
  assert.equal(program.told(own).length, 1, 'an order that names an address is told there');
});

test('ttl, processing, delay and later sending follow the clock of the order', async () => {
  const expires = await placed({ ttl: 60, comment: 'simulate:slow=600' });
  await moved(expires, 61);
  assert.equal((await program.getStatus(expires))['error_code'], 1210);

  const slow = await placed({ ttl: 700, comment: 'simulate:slow=600' });
  await moved(slow, 3600);
  assert.equal(await statusOf(slow), 'ok', 'its turn came before its ttl');

  const delayed = await placed({ comment: 'simulate:delayed=300' });
  assert.equal(await statusOf(delayed), 'delayed');
  await moved(delayed, 200);
  assert.equal(await statusOf(delayed), 'delayed');
  await moved(delayed, 100);
  assert.equal(await statusOf(delayed), 'ok');

  const later = {
    delivery_type: 'email',
    email_to: 'later@mail.example',
    date_send: '2026-11-25T12:00:00+03:00',
  };
  const letter = await placed(later);
  assert.equal(lettersTo('later@mail.example').length, 0);
  await moved(letter, 5 * 86_400);
  assert.equal(lettersTo('later@mail.example').length, 1);
  const both = await placed({ ...later, comment: 'simulate:slow=600' });
  await moved(both, 5 * 86_400);
  assert.equal(lettersTo('later@mail.example').length, 2);
});

test('no live order, no order of others and nothing too far is moved', async () => {
  const { clock } = world;
  const ctx = world.cellOf(shop);
  const live = await shop.makeOrder(order({ date_send: '2026-11-25T12:00:00+03:00', ttl: 60 }));
  const stranger = await world.client();
  const others = await stranger.makeOrder(order({ testmode: 1, comment: 'simulate:slow=600' }));
  const rows = async () =>
    gathered(world.ctx, async ({ db }) => {
      const of = `select * from requests where id = any($1::bigint[]) order by id`;
      return (await db.query(of, [[live, others]])).rows;
    });
  const untouched = await rows();
  for (const id of [live, others, 1]) {
    assert.equal((await program.error('moveTestClock', { id, seconds: 3600 })).code, 1201);
    const ask = { clientId: shop.id, requestId: id, seconds: 3600 };
    const byPerson = await moveClockByPerson(ctx.db, ctx.keyring, fromShell, ask, clock.now());
    assert.equal(byPerson.is, 'missing');
  }
  assert.equal((await shop.error('moveTestClock', { id: live, seconds: 60 })).code, 1005);
  assert.equal((await stranger.error('moveTestClock', { id: others, seconds: 60 })).code, 1005);
  assert.deepEqual(await rows(), untouched);
  const mine = await placed({});
  for (const seconds of [0, -60, 1.5, 367 * 86_400, 'x'])
    assert.equal((await program.error('moveTestClock', { id: mine, seconds })).code, 3601, String(seconds));
  await moved(mine, 366 * 86_400);
  assert.equal((await program.error('moveTestClock', { id: mine, seconds: 1 })).code, 3601);
  clock.forward('11 min');
  await world.settle();
});

test('outcomes are scripted by the comment or by the product; the comment wins', async () => {
  const refused = await program.refusedOrder(order({ comment: 'simulate:refuse=3601', uuid: 'again' }));
  assert.partialDeepStrictEqual(refused, { code: 3601, text: 'fields filled incorrectly: face' });
  assert.equal((await program.refusedOrder(order({ comment: 'simulate:refuse=5000' }))).code, 5000);
  await program.makeOrder(order({ uuid: 'again' }));

  const cancelled = await placed({ comment: 'simulate:cancelled' });
  const { error_code: code, reason } = await program.getStatus(cancelled);
  assert.deepEqual([code, reason], [1212, 'cancelled']);

  const sent = lettersTo('gone@mail.example').length;
  const bounced = await placed({
    delivery_type: 'email',
    email_to: 'gone@mail.example',
    comment: 'simulate:bounce',
  });
  const [letter] = (await program.getStatus(bounced))['delivery'] as { state: string; reason: string }[];
  assert.equal(letter?.state, 'failed');
  assert.match(letter?.reason ?? '', /5\.1\.1/);
  assert.equal(lettersTo('gone@mail.example').length, sent);

  await world
    .cellOf(shop)
    .db.query(`update client_sandboxes set outcomes = $2 where client_id = $1`, [
      shop.id,
      { [coffee.id]: 'simulate:error=1301' },
    ]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const failed = await placed({});
  assert.equal((await program.getStatus(failed))['error_code'], 1301);
  assert.equal(await statusOf(await placed({ comment: 'simulate:slow=60' })), 'processing');
  const announced = await shop.makeOrder(order({ testmode: 1 }));
  const real = await shop.makeOrder(order({ comment: 'simulate:error=1301 simulate:refuse=5000' }));
  await world.settle();
  for (const id of [announced, real])
    assert.equal(
      (await shop.getStatus(id))['status'],
      'ok',
      'what a test key has set is for test keys alone',
    );
});
