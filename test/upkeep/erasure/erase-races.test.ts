import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayCallback } from '../../../src/callbacks/replay.ts';
import { askErasure } from '../../../src/upkeep/erasure/ask-erasure.ts';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { findErasure } from '../../../src/upkeep/erasure/list-erasures.ts';
import { runErasure } from '../../../src/upkeep/erasure/run-erasures.ts';
import { askForResend } from '../../../src/messaging/queue/resend.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import type { CrashPointName } from '../../../src/platform/process/crash-point.ts';
import { redeemCode } from '../../../src/redemption/redeem-codes.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const mila = 'mila@recipients.example';

async function askFor(world: TestWorld): Promise<number> {
  const ask = { kind: 'address', address: mila, clientId: null, reason: 'case 9' } as const;
  const { db, keyring } = world.home;
  const asked = await askErasure(db, keyring, fromShell, ask, world.clock.now());
  return asked.is === 'asked' ? asked.erasureId : assert.fail(asked.is);
}

const isKept = async ({ home: { db } }: TestWorld): Promise<boolean> =>
  (await findEverywhere(db, [mila])).length > 0;

test('a callback that is being sent stays as it is; a replay after the erasure has the same id without the comment', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = { product_id: product.id, face: 500, email_to: mila, comment: 'для Милы' };
  const release = world.callbacks.hold();
  const requestId = await shop.makeOrder(order);
  const settled = world.settle();
  for (let looks = 0; world.callbacks.received.length === 0; looks += 1) {
    assert.ok(looks < 1000, 'no callback came');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const erasureId = await askFor(world);
  await runErasure(world.ctx, erasureId);
  assert.match(String((await findErasure(db, erasureId))?.hindrance), /callback-owed|busy/);
  assert.ok(await isKept(world));
  release();
  await settled;
  world.clock.forward('11 min');
  await world.settle();
  assert.equal((await findErasure(db, erasureId))?.state, 'ended');

  const key = { clientId: shop.id, requestId };
  await replayCallback(db, keyring, fromShell, key, world.clock.now());
  await world.settle();
  const [first, second, ...more] = shop.told(requestId);
  assert.deepEqual(more, []);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(second.messageId, first.messageId);
  assert.equal(first.data['comment'], 'для Милы');
  assert.deepEqual(second, { ...first, body: second.body, data: { ...first.data, comment: '' } });
});

test('a reminder that is being sent is waited for; resends and erasures at the same time never lose each other', async () => {
  await using world = await testWorld();
  const { db } = world.home;
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const ids: number[] = [];
  for (let count = 0; count < 12; count += 1)
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500, email_to: mila }));
  await world.settle();
  world.clock.forward('6 min');
  await world.settle();
  await db.query(
    `insert into deliveries (client_id, request_id, channel, kind, round, asked_by, address, testmode, state, due_at, claim_id, leased_until)
     values ($1, $2, 'email', 'reminder', 1, 'order', $3, false, 'due', $4, gen_random_uuid(), $4)`,
    [shop.id, ids[0], mila, new Date(world.clock.now().getTime() + 60_000)],
  );
  const [one, other] = [await askFor(world), await askFor(world)];
  const outcomes = await Promise.all([
    runErasure(world.ctx, one),
    runErasure(world.ctx, other),
    ...ids.map((requestId) =>
      askForResend(world.home, { clientId: shop.id, requestId }, 'client', {
        email: 'new@recipients.example',
      }),
    ),
  ]);
  assert.ok(outcomes.every((outcome) => outcome === true || (outcome as { is: string }).is === 'asked'));
  assert.equal(
    (await findErasure(db, one))?.waiting === 0 && (await findErasure(db, other))?.waiting === 0,
    false,
  );
  for (let round = 0; round < 4; round += 1) {
    world.clock.forward('30 min');
    await world.settle();
  }
  assert.equal((await findErasure(db, one))?.state, 'ended');
  assert.equal((await findErasure(db, other))?.state, 'ended');
  assert.ok(!(await isKept(world)));
  const letters = world.mail.letters.filter(({ to }) => JSON.stringify(to).includes('new@'));
  assert.equal(letters.length, ids.length, 'what was asked for meanwhile was sent');
});

const points: CrashPointName[] = ['erase:before-commit', 'erase:after-commit'];

for (const point of points) {
  test(`broken off at ${point}, an erasure is begun again by whoever comes next`, async () => {
    await using world = await testWorld();
    const { db } = world.home;
    const shop = await world.client();
    const product = await world.product({ scheme: 'platform' });
    await shop.makeOrder({ product_id: product.id, face: 500, email_to: mila });
    await world.settle();
    const erasureId = await askFor(world);
    await assert.rejects(
      runErasure({ ...world.ctx, crashPoint: breakOffAt(point) }, erasureId),
      /broken off/,
    );
    assert.equal(await isKept(world), point === 'erase:before-commit');
    world.clock.forward('61 s');
    await world.settle();
    const erasure = await findErasure(db, erasureId);
    assert.deepEqual([erasure?.state, erasure?.orders], ['ended', 1]);
    assert.ok(!(await isKept(world)));
  });
}

test('broken off at erase-old:before-commit, nothing is half erased', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const id = await shop.makeOrder({ product_id: product.id, face: 500, email_to: mila });
  await world.settle();
  const { code } = await shop.getCode(id);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
  await redeemCode(db, keyring, { till, number: code, idempotencyKey: null }, world.clock.now());
  world.clock.forward('560 d');
  const broken = createOldEraser({ ...world.home, crashPoint: breakOffAt('erase-old:before-commit') });
  await assert.rejects(broken.round(), /broken off/);
  assert.ok(await isKept(world));
  await world.settle();
  assert.ok(!(await isKept(world)));
});

const breakOffAt = (point: CrashPointName) => (name: CrashPointName) => {
  if (name === point) throw new Error('broken off');
};
