import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForResend } from '../../src/messaging/queue/resend.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';

interface DeliveryLine {
  channel: string;
  kind: string;
  to: string;
  state: string;
  at: string;
  reason?: string;
}

const deliveryOf = async (client: TestClient, id: number): Promise<DeliveryLine[]> =>
  (await client.getStatus(id))['delivery'] as DeliveryLine[];

test('getStatus shows a letter from its schedule to its end, with a masked address', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.example' };
  const letter = { channel: 'email', kind: 'certificate', to: 'a•••@mail.example' };

  const later = await client.makeOrder({ ...order, date_send: '2026-11-22T12:00:00+03:00' });
  assert.equal((await client.getStatus(later))['delivery'], undefined, 'not issued yet');
  await world.settle();
  assert.deepEqual(await deliveryOf(client, later), [
    { ...letter, state: 'scheduled', at: '2026-11-22 12:00:00' },
  ]);

  world.mail.refuseWith(451);
  world.clock.forward('1 d');
  await world.settle();
  assert.deepEqual(await deliveryOf(client, later), [
    { ...letter, state: 'retrying', at: '2026-11-22 12:01:00', reason: 'smtp 451' },
  ]);
  world.mail.refuseWith(0);
  world.clock.forward('1 min');
  await world.settle();
  assert.deepEqual(await deliveryOf(client, later), [
    { ...letter, state: 'sent', at: '2026-11-22 12:01:00' },
  ]);
  await world.home.db.query(
    `update deliveries set report = 'undelivered', report_details = '550 no such mailbox', reported_at = $1`,
    [world.clock.now()],
  );
  assert.deepEqual(await deliveryOf(client, later), [
    { ...letter, state: 'failed', at: '2026-11-22 12:01:00', reason: '550 no such mailbox' },
  ]);
});

test('getStatus shows a refused letter, and after a resend its result', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  world.mail.refuseWith(550);
  const id = await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  const status = await client.getStatus(id);
  assert.equal(status['status'], 'ok');
  assert.deepEqual(status['delivery'], [
    {
      channel: 'email',
      kind: 'certificate',
      to: 'a•••@mail.example',
      state: 'failed',
      at: '2026-11-21 12:00:00',
      reason: 'smtp 550',
    },
  ]);
  world.mail.refuseWith(0);
  world.clock.forward('2 min');
  await askForResend(world.home, { clientId: client.id, requestId: id }, 'client', {
    email: 'olga@mail.example',
  });
  await world.settle();
  assert.deepEqual(
    (await deliveryOf(client, id)).map(({ to, state }) => ({ to, state })),
    [{ to: 'o•••@mail.example', state: 'sent' }],
  );
});

test('each channel has a line, and an order without sending has none', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const both = await client.makeOrder({
    product_id: product.id,
    face: 500,
    email_to: 'anna@mail.example',
    to_phone: '79161234567',
  });
  const link = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  assert.deepEqual(
    (await deliveryOf(client, both)).map(({ channel, kind, to, state }) => [channel, kind, to, state]),
    [
      ['email', 'certificate', 'a•••@mail.example', 'sent'],
      ['sms', 'notice', '+7 ••• •••-45-67', 'retrying'],
    ],
  );
  assert.deepEqual(await deliveryOf(client, link), []);
});
