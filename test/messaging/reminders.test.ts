import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForResend } from '../../src/messaging/queue/resend.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { redeemCode } from '../../src/redemption/redeem-codes.ts';
import { findOrders } from '../../src/reports/order-report.ts';
import type { ProductTraits } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** A platform certificate by e-mail, sold at noon of 21 November and valid to the end of 20 January. */
async function sold(world: TestWorld, traits: ProductTraits = {}, fields: object = {}) {
  const client = await world.client();
  const product = await world.product({
    scheme: 'platform',
    validity: { is: 'days', days: 60 },
    remindBeforeExpiry: true,
    ...traits,
  });
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.example', to: 'Анна', ...fields };
  const id = await client.makeOrder(order);
  await world.settle();
  return { client, product, id, key: { clientId: client.id, requestId: id } };
}

async function remindersOf(world: TestWorld, id: number) {
  const [order] = await findOrders(world.cellOf({ id }).db, { requestId: id });
  return (order?.deliveries ?? [])
    .filter(({ kind }) => kind === 'reminder')
    .map(({ round, state, dueAt, problem }) => ({ round, state, dueAt: dueAt.toISOString(), problem }));
}

const subjects = (world: TestWorld): (string | undefined)[] =>
  world.mail.letters.map(({ subject }) => subject);
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

test('recipients get reminders 30 and 3 days before the expiry date, at eleven in Moscow', async () => {
  await using world = await testWorld();
  const { client, id } = await sold(world);
  assert.deepEqual(await remindersOf(world, id), [
    { round: 1, state: 'due', dueAt: '2026-12-21T08:00:00.000Z', problem: '' },
    { round: 2, state: 'due', dueAt: '2027-01-17T08:00:00.000Z', problem: '' },
  ]);
  // 21 December, 10:59.
  world.clock.forward('29 d');
  world.clock.forward('22 h');
  world.clock.forward('59 min');
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
  world.clock.forward('1 min');
  await world.settle();
  const reminder = world.mail.letters[1];
  assert.equal(plain(reminder?.subject), 'Сертификат «Кофейня „Зерно“» действует ещё 30 дней');
  const { code } = await client.getCode(id);
  for (const part of [reminder?.subject, reminder?.text, String(reminder?.html)]) {
    assert.ok(!part?.includes(code));
  }
  assert.match(
    plain(reminder?.text),
    /Анна, напоминаем о вашем подарке[\s\S]*Действует до 20 января 2027 г\.[\s\S]*\/g\//,
  );
  world.clock.forward('27 d');
  await world.settle();
  assert.equal(plain(subjects(world)[2]), 'Сертификат «Кофейня „Зерно“» действует ещё 3 дня');
  const letters = new Set(world.mail.letters.map(({ messageId }) => messageId));
  assert.equal(letters.size, 3);
});

test('no reminder if the product has none, nothing was sent, or the certificate does not expire', async () => {
  await using world = await testWorld();
  for (const [traits, fields] of [
    [{ remindBeforeExpiry: false }, {}],
    [{ validity: { is: 'unlimited' } }, {}],
    [{}, { delivery_type: 'link' }],
    [{}, { email_to: '' }],
    // Valid for three days: the reminder would come together with the certificate.
    [{ validity: { is: 'days', days: 3 } }, {}],
  ] satisfies [ProductTraits, object][]) {
    const { id } = await sold(world, traits, fields);
    assert.deepEqual(await remindersOf(world, id), []);
  }
  const { id } = await sold(world, { validity: { is: 'days', days: 20 } });
  assert.deepEqual(
    (await remindersOf(world, id)).map(({ round }) => round),
    [2],
  );
  const untilJanuary = { validity: { is: 'fixed', until: '2027-01-20' } } as const;
  const later = await sold(world, untilJanuary, { date_send: '2027-01-10T12:00:00+03:00' });
  assert.deepEqual(
    (await remindersOf(world, later.id)).map(({ round }) => round),
    [2],
  );
});

test('a redeemed certificate gets no reminder, and the events say so', async () => {
  await using world = await testWorld();
  const { client, product, id } = await sold(world);
  const { code } = await client.getCode(id);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса', redeemsOwn: true };
  await transaction(world.cellOf(client).db, (tx) =>
    redeemCode(tx, world.ctx.keyring, { till, number: code, idempotencyKey: null }, world.clock.now()),
  );
  world.clock.forward('31 d');
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
  const [first] = await remindersOf(world, id);
  assert.partialDeepStrictEqual(first, { round: 1, state: 'dropped', problem: 'redeemed before' });
});

test('after a long outage one reminder is sent, or none if it is too late', async () => {
  await using world = await testWorld();
  const { id } = await sold(world);
  world.clock.forward('58 d');
  await world.settle();
  assert.equal(world.mail.letters.length, 2);
  assert.equal(plain(subjects(world)[1]), 'Сертификат «Кофейня „Зерно“» действует ещё 2 дня');
  assert.deepEqual(
    (await remindersOf(world, id)).map(({ state }) => state),
    ['dropped', 'sent'],
  );
  const late = await sold(world);
  world.clock.forward('90 d');
  await world.settle();
  assert.deepEqual(
    (await remindersOf(world, late.id)).map(({ problem }) => problem),
    ['expired before', 'expired before'],
  );
});

test('reminders go to a corrected address, and not to one that bounced', async () => {
  await using world = await testWorld();
  const corrected = await sold(world);
  await askForResend(world.cellOf(corrected.client), corrected.key, 'client', {
    email: 'boris@mail.example',
  });
  const bounced = await sold(world);
  await world.settle();
  await world
    .cellOf(bounced.client)
    .db.query(
      `update deliveries set report = 'undelivered', reported_at = sent_at where request_id = $1 and kind = 'certificate'`,
      [bounced.id],
    );
  world.clock.forward('31 d');
  await world.settle();
  const to = world.mail.letters.slice(3).map((letter) => [letter.to].flat().map((one) => one?.text));
  assert.deepEqual(to, [['boris@mail.example']]);
  const [first] = await remindersOf(world, bounced.id);
  assert.partialDeepStrictEqual(first, {
    state: 'dropped',
    problem: 'the certificate came back from this address',
  });
});
