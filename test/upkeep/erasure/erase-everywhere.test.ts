import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askErasure } from '../../../src/upkeep/erasure/ask-erasure.ts';
import { findErasure } from '../../../src/upkeep/erasure/list-erasures.ts';
import { commentOrder } from '../../../src/orders/acts/comment-order.ts';
import { setMailAside } from '../../../src/messaging/bounces/mails-set-aside.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { findCallback } from '../../../src/callbacks/find-callback.ts';
import { callKept } from '../../support/call-kept.ts';
import { addCaller, type Caller } from '../../support/client-api-caller.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const mila = {
  email: 'Mila.Zaitseva@recipients.example',
  phone: '79161234567',
  name: 'Людмила Зайцева',
  greeting: 'Милая Людмила, с новосельем!',
  sender: 'Пётр Зайцев',
  senderMail: 'petr.zaitsev@senders.example',
  comment: 'для Зайцевой, из 12-й квартиры',
  other: 'mila.new@recipients.example',
};

const traces = [
  mila.email,
  mila.phone,
  mila.name,
  mila.greeting,
  mila.sender,
  mila.senderMail,
  mila.comment,
  mila.other,
  'Зайцев',
  '198.51.100.77',
];

const orderOf = (productId: number, uuid: string) => ({
  product_id: productId,
  face: 500,
  uuid,
  email_to: mila.email,
  to_phone: mila.phone,
  from: mila.sender,
  email_from: mila.senderMail,
  to: mila.name,
  text: mila.greeting,
  comment: mila.comment,
  external_id: `shop-7/${mila.email}`,
  callback: '',
});

/** Lets the index of terms know all orders so far. */
async function indexed(world: TestWorld): Promise<void> {
  world.clock.forward('6 min');
  await world.settle();
}

/** One order with traces of its recipient in every place that the platform has. */
async function seed(world: TestWorld, shop: Caller): Promise<number> {
  const { db, keyring } = world.home;
  const product = await world.product();
  await world.pool(product, 500, 5);
  const { id } = await shop.ok('makeOrder', orderOf(product.id, 'one'));
  const requestId = Number(id);
  await world.settle();
  await indexed(world);
  await shop.ok('resend', { id: requestId, email_to: mila.other });
  await world.settle();
  const comment = { clientId: shop.id, requestId, comment: 'звонила Зайцева' };
  await commentOrder(db, keyring, fromShell, comment, world.clock.now());
  await shop.ok('makeBulkOrder', {
    uuid: 'bulk',
    placing: 'right',
    orders: [orderOf(product.id, 'two'), { ...orderOf(product.id, 'three'), face: 7 }],
  });
  await world.settle();
  await indexed(world);
  // This world has no provider of texts.
  await db.query(`update deliveries set state = 'failed', last_error = $1 where channel = 'sms'`, [
    `no way to ${mila.phone}`,
  ]);
  await callKept(world, 'makeBulkOrder');
  await shop.ok('getStatus', { id: requestId });
  await callKept(world, 'getStatus');
  await db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     values ($1, $2, 'receipt', 9, 1, 1, 'gate', $3, now())`,
    [shop.id, requestId, `sms-${mila.phone}`],
  );
  await db.query(
    `insert into code_readings (supplier_id, code_id, reader, address, at)
     select supplier_id, code_id, 'gift-page', '198.51.100.77', now() from certificates where client_id = $1 and request_id = $2`,
    [shop.id, requestId],
  );
  await db.query(`update callback_attempts set answer_head = $3 where client_id = $1 and request_id = $2`, [
    shop.id,
    requestId,
    `thanks, ${mila.name}`,
  ]);
  await transaction(db, (tx) =>
    setMailAside(
      tx,
      { receivedAt: world.clock.now(), sender: mila.email, messageId: '<1@x>', reason: { is: 'no-report' } },
      world.clock.now(),
    ),
  );
  return requestId;
}

test('an erased address is nowhere any more, and everything else still adds up', async () => {
  await using world = await testWorld();
  const { db, keyring, clock } = { ...world.home, clock: world.clock };
  const shop = await addCaller(world, { name: 'Подарки', callbackUrl: world.callbacks.url });
  const requestId = await seed(world, shop);
  const before = await findEverywhere(db, traces);
  assert.ok(before.length >= 9, before.join('\n'));

  const ask = {
    kind: 'address',
    address: mila.email,
    clientId: null,
    reason: 'she asked by letter 7',
  } as const;
  const asked = await askErasure(db, keyring, fromShell, ask, clock.now());
  assert.ok(asked.is === 'asked');
  await world.settle();

  assert.deepEqual(await findEverywhere(db, traces), []);
  const erasure = await findErasure(db, asked.erasureId);
  assert.equal(erasure?.state, 'ended');
  assert.equal(erasure.orders, 2);
  const { rows } = await db.query(
    `select from erasures where address_hash is not null and sealed_address is null`,
  );
  assert.equal(rows.length, 1);

  // A program that asks again gets the order, whatever it sends with its uuid.
  const status = await shop.ok('getStatus', { id: requestId });
  assert.equal(status['status'], 'ok');
  assert.equal(status['comment'], '');
  assert.equal((await shop.ok('makeOrder', orderOf(1, 'one')))['id'], requestId);
  assert.ok((await shop.ok('getLinks', { id: requestId }))['download_url']);
  assert.ok((await shop.ok('getCertificate', { id: requestId }))['certificate']);
  assert.equal(await shop.code('resend', { id: requestId }), 3601);
  const callback = await findCallback(db, keyring, { clientId: shop.id, requestId });
  const body = callback?.body ?? assert.fail('no body');
  assert.match(body, new RegExp(`data%5Bid%5D=${requestId}&`));
  assert.match(body, /data%5Bcomment%5D=&data%5Bexternal_id%5D=&/);
});
