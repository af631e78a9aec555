import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForResend, resendsADay } from '../../src/messaging/queue/resend.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { claimDue } from '../../src/platform/database/due.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

async function soldByMail(
  world: TestWorld,
  fields: object = {},
): Promise<{ client: TestClient; id: number }> {
  const client = await world.client();
  const product = await world.product();
  await world.pool(product, 500, 1);
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.exmaple', ...fields };
  const id = await client.makeOrder(order);
  await world.settle();
  return { client, id };
}

const keyOf = ({ client, id }: { client: TestClient; id: number }) => ({
  clientId: client.id,
  requestId: id,
});

const receivers = (world: TestWorld): string[] =>
  world.mail.letters.map(({ to }) => (Array.isArray(to) ? to : [to]).map((one) => one?.text).join());

async function roundsOf(world: TestWorld, id: number) {
  const { rows } = await world.cellOf({ id }).db.query(
    `select channel, kind, round, state, address, asked_by, asked_at from deliveries
     where request_id = $1 and kind <> 'reminder' order by channel, round`,
    [id],
  );
  return rows;
}

test('a certificate is resent to a corrected address, and who asked is recorded', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world);
  const asked = await askForResend(world.cellOf(sold.client), keyOf(sold), 'operator', {
    email: 'anna@mail.example',
  });
  assert.deepEqual(asked, { is: 'asked', channels: ['email'], repeated: false, leftToday: 4 });
  await world.settle();
  assert.deepEqual(receivers(world), ['anna@mail.exmaple', 'anna@mail.example']);
  const [, again] = world.mail.letters;
  assert.notEqual(world.mail.letters[0]?.messageId, again?.messageId);
  const [first, second] = await roundsOf(world, sold.id);
  assert.partialDeepStrictEqual(first, { round: 1, state: 'sent', asked_by: 'order', asked_at: null });
  assert.partialDeepStrictEqual(second, {
    round: 2,
    state: 'sent',
    address: 'anna@mail.example',
    asked_by: 'operator',
    asked_at: world.clock.now(),
  });
  // From now on this is «the same address».
  world.clock.forward('2 min');
  assert.equal((await askForResend(world.cellOf(sold.client), keyOf(sold), 'recipient')).is, 'asked');
  await world.settle();
  assert.equal(receivers(world).at(-1), 'anna@mail.example');
});

test('an equal request within a minute sends nothing more; a different one must wait', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world);
  const [one, other] = await Promise.all([
    askForResend(world.cellOf(sold.client), keyOf(sold), 'client'),
    askForResend(world.cellOf(sold.client), keyOf(sold), 'client'),
  ]);
  assert.deepEqual(
    [one, other]
      .map((asked) => asked.is === 'asked' && asked.repeated)
      .toSorted((a, b) => Number(a) - Number(b)),
    [false, true],
  );
  const elsewhere = await askForResend(world.cellOf(sold.client), keyOf(sold), 'client', {
    email: 'boris@mail.example',
  });
  assert.deepEqual(elsewhere, { is: 'too-soon', waitSeconds: 60 });
  await world.settle();
  assert.equal(world.mail.letters.length, 2);
});

test('resends are limited per Moscow day', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world);
  const ask = async (by: 'client' | 'recipient'): Promise<string> => {
    world.clock.forward('61 s');
    const asked = await askForResend(world.cellOf(sold.client), keyOf(sold), by);
    await world.settle();
    return asked.is;
  };
  for (let count = 0; count < resendsADay.recipient; count += 1)
    assert.equal(await ask('recipient'), 'asked');
  assert.equal(await ask('recipient'), 'too-many');
  // Resends by the recipient do not count against the client.
  for (let count = 0; count < resendsADay.client; count += 1) assert.equal(await ask('client'), 'asked');
  assert.equal(await ask('client'), 'too-many');
  world.clock.forward('12 h');
  assert.equal(await ask('recipient'), 'asked');
});

test('a letter planned for later is sent at its time to the corrected address only', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world, { date_send: '2026-11-25T09:00:00+03:00' });
  assert.equal(
    (await askForResend(world.cellOf(sold.client), keyOf(sold), 'client', { email: 'anna@mail.example' })).is,
    'asked',
  );
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  world.clock.forward('4 d');
  await world.settle();
  assert.deepEqual(receivers(world), ['anna@mail.example']);
  const [first] = await roundsOf(world, sold.id);
  assert.partialDeepStrictEqual(first, { round: 1, state: 'dropped' });
});

test('a resend without a certificate or an address is refused', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world, { delivery_type: 'link', email_to: '' });
  assert.equal(
    (await askForResend(world.cellOf(sold.client), { ...keyOf(sold), requestId: 1 }, 'client')).is,
    'no-certificate',
  );
  assert.equal((await askForResend(world.cellOf(sold.client), keyOf(sold), 'client')).is, 'no-address');
  const given = await askForResend(world.cellOf(sold.client), keyOf(sold), 'client', {
    email: 'anna@mail.example',
  });
  assert.equal(given.is, 'asked');
  await world.settle();
  assert.deepEqual(receivers(world), ['anna@mail.example']);
});

test('resends of a test order count towards its quota', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world, { testmode: 1 });
  for (let count = 0; count < 14; count += 1) {
    await sold.client.makeOrder({
      product_id: (await sold.client.getStatus(sold.id))['product_id'],
      face: 500,
      email_to: 'anna@mail.example',
      testmode: 1,
    });
  }
  await world.settle();
  assert.equal(world.mail.letters.length, 15);
  assert.equal((await askForResend(world.cellOf(sold.client), keyOf(sold), 'client')).is, 'asked');
  await world.settle();
  assert.equal(world.mail.letters.length, 15);
  assert.partialDeepStrictEqual((await roundsOf(world, sold.id))[1], { round: 2, state: 'over_quota' });
});

test('a client resends over the API to a corrected address and gets the remaining number', async () => {
  await using world = await testWorld();
  const { client, id } = await soldByMail(world);
  const corrected = { queue_id: id, email_to: 'anna@mail.example' };
  const answer = { status: 'ok', data: { id, channels: ['email'], left_today: 4 } };
  assert.deepEqual(await client.call('resend', corrected), answer);
  // No answer arrived, so it repeats the request.
  assert.deepEqual(await client.call('resend', corrected), answer);
  assert.deepEqual(await client.error('resend', { queue_id: id, email_to: 'boris@mail.example' }), {
    code: 1211,
    text: 'the certificate cannot be sent again now: repeat in 60 seconds',
  });
  await world.settle();
  assert.deepEqual(receivers(world), ['anna@mail.exmaple', 'anna@mail.example']);
  const { available_methods: methods } = (await client.call('test')).data as { available_methods: string[] };
  assert.ok(methods.includes('resend'));
});

const code = async (asker: TestClient, data: object): Promise<number> =>
  (await asker.error('resend', data)).code;

test("resend over the API refuses wrong fields, a missing address, a missing certificate and another client's order", async () => {
  await using world = await testWorld();
  const { client, id } = await soldByMail(world, { delivery_type: 'link', email_to: '' });
  const other = await world.client();
  assert.deepEqual(await client.error('resend', { queue_id: id, email_to: 'anna@', to_phone: '8912' }), {
    code: 3601,
    text: 'fields filled incorrectly: email_to, to_phone',
  });
  assert.deepEqual(await client.error('resend', { queue_id: id }), {
    code: 3601,
    text: 'fields filled incorrectly: email_to, to_phone',
  });
  assert.equal(await code(client, {}), 3601);
  assert.equal(await code(other, { queue_id: id, email_to: 'anna@mail.example' }), 1201);
  const product = await world.product();
  await world.pool(product, 500, 1);
  const queued = await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  assert.equal(await code(client, { queue_id: queued }), 1004);
  await world.settle();
  const { rows } = await world
    .cellOf(client)
    .db.query(`select round from deliveries order by request_id, round`);
  assert.deepEqual(rows, [{ round: 1 }]);
});

test('a letter being sent is not resent, unless its lease has run out', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world, { date_send: '2026-11-21T13:00:00+03:00' });
  world.clock.forward('1 h');
  const claim = { limit: 1, now: world.clock.now(), columns: 'request_id' };
  assert.equal(
    (await claimDue(world.cellOf(sold.client).db, { name: 'deliveries', leaseSeconds: 60 }, claim)).rows
      .length,
    1,
  );
  const corrected = { email: 'anna@mail.example' };
  assert.equal(
    (await askForResend(world.cellOf(sold.client), keyOf(sold), 'client', corrected)).is,
    'under-way',
  );
  world.clock.forward('2 min');
  await world.settle();
  assert.equal((await askForResend(world.cellOf(sold.client), keyOf(sold), 'client', corrected)).is, 'asked');
  await world.settle();
  assert.deepEqual(receivers(world), ['anna@mail.exmaple', 'anna@mail.example']);
});

test('a refunded certificate is not resent', async () => {
  await using world = await testWorld();
  const sold = await soldByMail(world);
  const refunded = await transaction(world.cellOf(sold.client).db, (tx) =>
    refundOrder(tx, { ...keyOf(sold), note: 'bought twice' }, world.clock.now()),
  );
  assert.equal(refunded.is, 'refunded');
  assert.equal((await askForResend(world.cellOf(sold.client), keyOf(sold), 'operator')).is, 'blocked');
  assert.equal(await code(sold.client, { queue_id: sold.id }), 1209);
});
