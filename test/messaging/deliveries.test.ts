import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryRetryMinutes } from '../../src/messaging/queue/delivery-queue.ts';
import { recordDeliveries } from '../../src/messaging/queue/record-deliveries.ts';
import { claimDue } from '../../src/platform/database/due.ts';
import { settle, type WorkerWorld } from '../support/worker-world.ts';
import { issue, mailWorld, shop } from './letter-world.ts';

async function states(world: WorkerWorld): Promise<Record<string, number>> {
  const { rows } = await world.db.query<{ state: string; count: number }>(
    `select state, count(*) from deliveries group by state`,
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

async function deliveryOf(world: WorkerWorld, requestId: number) {
  const { rows } = await world.db.query<{ state: string; attempts: number; last_error: string }>(
    `select state, attempts, last_error from deliveries where request_id = $1`,
    [requestId],
  );
  return rows[0];
}

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

test('a gift letter has both parts, the picture, the link and the reply address', async () => {
  await using at = await mailWorld();
  await issue(at.world, [{ requestId: 1 }]);
  await settle(at.deliverer);
  const [letter] = at.mail.letters;
  assert.equal(at.mail.letters.length, 1);
  assert.match(letter?.subject ?? '', /Листва/);
  assert.match(letter?.text ?? '', /http:\/\/127\.0\.0\.1:8080\/g\/[\w-]{22}/);
  assert.match(String(letter?.html), /С праздником!/);
  assert.equal(letter?.replyTo?.text, 'ivan@shop.example');
  assert.equal(letter?.attachments[0]?.contentType, 'image/png');
  assert.equal(letter?.headers.get('auto-submitted'), 'auto-generated');
  assert.deepEqual(await deliveryOf(at.world, 1), { state: 'sent', attempts: 1, last_error: '' });
});

test('a letter with date_send is sent at its time', async () => {
  await using at = await mailWorld();
  await issue(at.world, [{ requestId: 1, dueInMinutes: 90 }]);
  at.world.clock.forward(89);
  await settle(at.deliverer);
  assert.equal(at.mail.letters.length, 0);
  at.world.clock.forward(1);
  await settle(at.deliverer);
  assert.equal(at.mail.letters.length, 1);
});

test('a failing mail server is tried again with growing pauses until the last attempt', async () => {
  await using at = await mailWorld();
  at.mail.refuseWith(451);
  await issue(at.world, [{ requestId: 1 }]);
  for (const minutes of deliveryRetryMinutes) {
    await settle(at.deliverer);
    assert.equal((await deliveryOf(at.world, 1))?.state, 'due');
    at.world.clock.forward(minutes - 0.5);
    assert.equal(await at.deliverer.round(), 0);
    at.world.clock.forward(0.5);
  }
  await settle(at.deliverer);
  assert.deepEqual(await deliveryOf(at.world, 1), {
    state: 'failed',
    attempts: deliveryRetryMinutes.length + 1,
    last_error: 'smtp 451',
  });
});

test('a mail server that recovers gets the letter', async () => {
  await using at = await mailWorld();
  at.mail.refuseWith(421);
  await issue(at.world, [{ requestId: 1 }]);
  await settle(at.deliverer);
  at.mail.refuseWith(0);
  at.world.clock.forward(1);
  await settle(at.deliverer);
  assert.equal((await deliveryOf(at.world, 1))?.state, 'sent');
});

test('a mailing of one client does not keep the others waiting', async () => {
  await using at = await mailWorld();
  await issue(
    at.world,
    range(1, 200).map((requestId) => ({ requestId })),
  );
  at.world.clock.forward(1);
  await issue(at.world, [{ requestId: 900, clientId: 15211 }]);
  await at.deliverer.round();
  await at.deliverer.drain();
  assert.equal((await deliveryOf(at.world, 900))?.state, 'sent');
  await settle(at.deliverer);
  assert.deepEqual(await states(at.world), { sent: 201 });
});

test('a permanent refusal or an impossible address ends the delivery at once', async () => {
  await using at = await mailWorld();
  at.mail.refuseWith(550);
  await issue(at.world, [
    { requestId: 1 },
    { requestId: 2, address: 'anna@mail.example, boris@mail.example' },
    { requestId: 3, address: 'anna@mail.example\r\nBcc: boris@mail.example' },
  ]);
  await settle(at.deliverer);
  assert.deepEqual(await states(at.world), { failed: 3 });
  assert.equal((await deliveryOf(at.world, 1))?.last_error, 'smtp 550');
  assert.equal((await deliveryOf(at.world, 2))?.last_error, 'not an e-mail address');
});

test('the Message-ID is the same for every attempt and has no address', async () => {
  await using at = await mailWorld();
  await issue(at.world, [{ requestId: 1 }, { requestId: 2 }]);
  await settle(at.deliverer);
  await at.world.db.query(`update deliveries set state = 'due', sent_at = null where request_id = 1`);
  at.world.clock.forward(60);
  await settle(at.deliverer);
  const ids = at.mail.letters.map((letter) => letter.messageId ?? '');
  assert.equal(ids.length, 3);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.match(id, /^<[0-9a-z]+-[0-9a-z]+-c1-[0-9a-f]{24}@facevalue\.example>$/);
});

test('a worker that returns after its lease changes nothing', async () => {
  await using at = await mailWorld();
  const { world } = at;
  await issue(world, [{ requestId: 1 }]);
  const ask = { limit: 5, now: world.clock.now(), columns: 'request_id' };
  const stale = await claimDue(world.db, { name: 'deliveries', leaseSeconds: 60 }, ask);
  world.clock.forward(2);
  await settle(at.deliverer);
  await recordDeliveries(world.db, [
    {
      clientId: shop,
      requestId: 1,
      channel: 'email',
      kind: 'certificate',
      round: 1,
      claimId: stale.claimId,
      state: 'failed',
      error: 'late',
      dueAt: world.clock.now(),
      sentAt: null,
    },
  ]);
  assert.deepEqual(await deliveryOf(world, 1), { state: 'sent', attempts: 2, last_error: '' });
});

test('test orders get exactly fifteen letters per Moscow day and client, also with concurrent rounds', async () => {
  await using at = await mailWorld();
  await issue(
    at.world,
    range(1, 40).map((requestId) => ({ requestId, testmode: true })),
  );
  await issue(
    at.world,
    range(101, 20).map((requestId) => ({ requestId, clientId: 15211, testmode: true })),
  );
  await issue(
    at.world,
    range(201, 20).map((requestId) => ({ requestId })),
  );
  const deliverers = [at.deliverer, at.anotherDeliverer(), at.anotherDeliverer()];
  await Promise.all(deliverers.map(settle));
  assert.deepEqual(await states(at.world), { sent: 15 + 15 + 20, over_quota: 25 + 5 });
  assert.equal(at.mail.letters.length, 50);

  // It began at 12:00 in Moscow; the next Moscow day has its own quota.
  at.world.clock.forward(12 * 60 - 1);
  await issue(at.world, [{ requestId: 301, testmode: true }]);
  await settle(at.deliverer);
  assert.equal((await deliveryOf(at.world, 301))?.state, 'over_quota');
  at.world.clock.forward(1);
  await issue(at.world, [{ requestId: 302, testmode: true }]);
  await settle(at.deliverer);
  assert.equal((await deliveryOf(at.world, 302))?.state, 'sent');
});

test('a test letter that is retried counts once', async () => {
  await using at = await mailWorld();
  at.mail.refuseWith(451);
  await issue(
    at.world,
    range(1, 15).map((requestId) => ({ requestId, testmode: true })),
  );
  await settle(at.deliverer);
  at.world.clock.forward(1);
  await settle(at.deliverer);
  at.mail.refuseWith(0);
  at.world.clock.forward(5);
  await settle(at.deliverer);
  assert.deepEqual(await states(at.world), { sent: 15 });
  await issue(at.world, [{ requestId: 16, testmode: true }]);
  await settle(at.deliverer);
  assert.equal((await deliveryOf(at.world, 16))?.state, 'over_quota');
});
