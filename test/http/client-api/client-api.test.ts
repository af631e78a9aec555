import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setClient } from '../../../src/clients/set-client.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { changeProduct } from '../../../src/certificates/templates/change-catalog.ts';
import { addProduct, freshCodes } from '../../support/arrange.ts';
import { addCaller, placeOf } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

async function worldWithCodes(count = 10) {
  const world = await testWorld();
  const product = await addProduct(placeOf(world), { facesRoubles: [500, 1000] });
  const codes = freshCodes(count);
  if (count > 0) await world.pool(product, 1000, codes);
  return { world, product, codes };
}

const countOf = async (
  world: TestWorld,
  table: 'requests' | 'idempotency' | 'transfers',
): Promise<number> => {
  const { rows } = await world.all.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0]?.count ?? 0;
};

test('an order goes from acceptance to code, link and PDF', async () => {
  const { world, product, codes } = await worldWithCodes();
  await using _ = world;
  const shop = await addCaller(world);
  const { id } = await shop.ok('makeOrder', { product_id: product.id, face: 1000, delivery_type: 'link' });
  assert.ok(Number.isSafeInteger(id));

  const waiting = await shop.ok('getStatus', { id });
  assert.equal(waiting['status'], 'processing');
  assert.equal(waiting['order_id'], null);
  assert.ok(!('link' in waiting));
  for (const cmd of ['getLinks', 'getCode', 'getCertificate']) {
    assert.equal(await shop.code(cmd, { queue_id: id }), 1004);
  }

  await world.settle();
  const issued = await shop.ok('getStatus', { id: String(id) });
  const { order_id: orderId, link, ...rest } = issued;
  assert.deepEqual(rest, {
    status: 'ok',
    id,
    product_id: product.id,
    face: 1000,
    balance: null,
    sum: 1000,
    expire_date: null,
    code: 'API',
    delivery: [],
    comment: '',
    external_id: '',
    testmode: 0,
  });
  assert.ok(Number(orderId) >= 10_000_001);
  assert.match(String(link), new RegExp(`^${world.baseUrl}/g/(?:\\d\\d)?[\\w-]{25}$`));
  assert.deepEqual(await shop.ok('getLinks', { queue_id: id, order_id: orderId }), {
    download_url: link,
    exchange_url: null,
  });
  const [code] = codes;
  assert.deepEqual(await shop.ok('getCode', { queue_id: id }), {
    code: code?.number,
    pin: code?.pin,
    expire_date: null,
    format: 'code128',
  });
  const { certificate } = await shop.ok('getCertificate', { id });
  assert.equal(Buffer.from(String(certificate), 'base64').subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(await shop.ok('getBalance'), { balance: 99_000 });
  const readings = await world.home.db.query<{ reader: string; address: string }>(
    `select reader, address from code_readings order by id`,
  );
  assert.deepEqual(readings.rows, [
    { reader: 'client-api', address: '127.0.0.1' },
    { reader: 'pdf', address: '127.0.0.1' },
  ]);
});

test("another client's request and an unknown one get the same answer", async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const shop = await addCaller(world);
  const stranger = await addCaller(world);
  const { id } = await shop.ok('makeOrder', { product_id: product.id, face: 1000, delivery_type: 'link' });
  await world.settle();
  for (const asked of [id, 1, 9_007_199_254_740_991]) {
    assert.equal(await stranger.code('getStatus', { id: asked }), 1201);
    assert.equal(await stranger.code('getCode', { queue_id: asked }), 1201);
    assert.equal(await stranger.code('getLinks', { queue_id: asked }), 1201);
    assert.equal(await stranger.code('getCertificate', { queue_id: asked }), 1201);
  }
  assert.equal(await stranger.code('getStatus', {}), 3601);
  assert.equal(await stranger.code('getCode', { queue_id: 'x' }), 3601);
});

test('a repeated uuid returns the first request for any order and form of the parameters; other parameters are refused', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const shop = await addCaller(world);
  const order = { product_id: product.id, face: 1000, uuid: 'u-1', comment: '5', delivery_type: 'link' };
  const first = await shop.ok('makeOrder', order);
  const same = {
    comment: 5,
    delivery_type: 'link',
    uuid: 'u-1',
    face: '1000.00',
    product_id: String(product.id),
  };
  assert.deepEqual(await shop.ok('makeOrder', { ...same, code: 'API', testmode: 0, unknown: 1 }), first);
  assert.equal(await shop.code('makeOrder', { ...order, comment: '6' }), 1207);
  assert.deepEqual(await (await addCaller(world)).ok('getBalance'), { balance: 100_000 });
  assert.equal(await countOf(world, 'requests'), 1);
  await world.settle();
  assert.deepEqual(await shop.ok('makeOrder', order), first);
});

test('all wrong fields are named at once, in the order of the specification', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const shop = await addCaller(world);
  assert.deepEqual(await shop.wrong({}), ['product_id', 'face']);
  const wrong = {
    callback: 'x',
    testmode: 'maybe',
    ttl: 59,
    delivery_type: 'pigeon',
    external_id: [],
    comment: 'x'.repeat(513),
    code: 'api',
    text: '\ud800',
    date_send: '2026-11-21T11:59:59+03:00',
    to_phone: '+79001234567',
    to: {},
    from: true,
    email_to: 'nobody',
    email_from: '@',
    uuid: 'x'.repeat(37),
    face: 0,
    product_id: 'x',
  };
  assert.deepEqual(await shop.wrong(wrong), Object.keys(wrong).toReversed());
  const order = { product_id: product.id, face: 1000 };
  assert.deepEqual(await shop.wrong({ ...order, delivery_type: 'sms', ttl: 1 }), ['to_phone', 'ttl']);
  assert.deepEqual(await shop.wrong({ ...order, product_id: 1 }), ['product_id']);
  assert.deepEqual(await shop.wrong({ ...order, face: 999 }), ['face']);
  assert.deepEqual(await shop.wrong({ ...order, face: 500 }), ['face'], 'no codes of this face');
  assert.equal(await countOf(world, 'requests'), 0);
  assert.equal(await countOf(world, 'idempotency'), 0);
});

test('date_send: in the future and within ten years; the old form only for old clients', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const young = await addCaller(world, { registeredAt: new Date('2023-02-01T00:00:00+03:00') });
  const old = await addCaller(world, { registeredAt: new Date('2023-01-31T23:59:59+03:00') });
  const order = (dateSend: string) => ({ product_id: product.id, face: 1000, date_send: dateSend });
  for (const wrong of ['2026-11-21T12:00:00+03:00', '2026-11-21T10:00:00+03:00', '2036-11-21T09:00:01Z']) {
    assert.deepEqual(await young.wrong(order(wrong)), ['date_send']);
  }
  await young.ok('makeOrder', order('2026-11-21T12:00:01+03:00'));
  await young.ok('makeOrder', { ...order('2036-11-21T09:00:00Z'), email_to: 'later@mail.example' });
  await young.ok('makeOrder', order('2026-11-21T09:00:01Z'));
  assert.deepEqual(await young.wrong(order('2026-11-22 12:00:00')), ['date_send']);
  await old.ok('makeOrder', order('2026-11-22 12:00:00'));
  assert.deepEqual(await old.wrong(order('2026-11-21 12:00:00')), ['date_send']);
  const { rows } = await world
    .cellOf(old)
    .db.query<{ date_send: Date }>(`select date_send from requests where client_id = $1`, [old.id]);
  assert.equal(rows[0]?.date_send.toISOString(), '2026-11-22T09:00:00.000Z');
  await world.settle();
});

test('a known uuid returns its id whatever time or settings have changed since', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const old = await addCaller(world, { registeredAt: new Date('2023-01-31T23:59:59+03:00') });
  const order = { product_id: product.id, face: 1000, delivery_type: 'link', ttl: 60 };
  const planned = { ...order, uuid: 'planned', date_send: '2026-11-21T12:30:00+03:00' };
  const legacy = { ...order, uuid: 'legacy', date_send: '2026-11-21 12:30:00' };
  const first = await old.ok('makeOrder', planned);
  const second = await old.ok('makeOrder', legacy);
  await world.settle();
  world.clock.forward('3 h');
  await transaction(world.home.db, (tx) =>
    setClient(tx, old.id, { registeredAt: world.clock.now(), testMode: true, uuidRequired: true }),
  );
  await changeProduct(
    world.ctx.db,
    { productId: product.id, fields: { switchedOn: false } },
    world.clock.now(),
  );
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.deepEqual(await old.ok('makeOrder', planned), first);
  assert.deepEqual(await old.ok('makeOrder', legacy), second);
  assert.equal(await old.code('makeOrder', { ...planned, face: 500 }), 1207);
  assert.deepEqual(await old.wrong({ ...planned, uuid: 'new' }), ['date_send']);
  assert.deepEqual(await old.wrong({ ...planned, face: 'x' }), ['face', 'date_send']);
  assert.equal(await countOf(world, 'requests'), 2);
  assert.equal(await countOf(world, 'idempotency'), 2);
});

test('a refused order leaves nothing and can be repeated after a top-up', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const unfunded = await addCaller(world, { balanceRoubles: 0 });
  const order = { product_id: product.id, face: 1000, uuid: 'again' };
  assert.equal(await unfunded.code('makeOrder', order), 5000);
  assert.equal(await countOf(world, 'idempotency'), 0);
  assert.equal(await countOf(world, 'requests'), 0);
  assert.equal(await countOf(world, 'transfers'), 0);
});

test('every operation reports a delayed order, and a cancelled one has no certificate', async () => {
  const { world, product } = await worldWithCodes(0);
  await using _ = world;
  const patient = await addCaller(world, { delayedMode: true });
  const { id } = await patient.ok('makeOrder', { product_id: product.id, face: 1000, ttl: 60 });
  assert.equal((await patient.ok('getStatus', { id }))['status'], 'delayed');
  for (const cmd of ['getLinks', 'getCode', 'getCertificate']) {
    assert.equal(await patient.code(cmd, { queue_id: id }), 1208);
  }
  world.clock.forward('61 s');
  await world.settle();
  const ended = await patient.ok('getStatus', { id });
  assert.deepEqual([ended['status'], ended['error_code'], ended['reason']], ['error', 1210, 'cancelled']);
  for (const cmd of ['getLinks', 'getCode', 'getCertificate']) {
    assert.equal(await patient.code(cmd, { queue_id: id }), 1209);
  }
  assert.deepEqual(await patient.ok('getBalance'), { balance: 100_000 });
});

test('a test order returns the sample values and costs nothing', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  const shop = await addCaller(world, { balanceRoubles: 0 });
  const order = { product_id: product.id, face: 1000, delivery_type: 'link' };
  const { id } = await shop.ok('makeOrder', { ...order, testmode: '1' });
  const failing = await shop.ok('makeOrder', { ...order, testmode: true, comment: 'simulate:error=5000' });
  await world.settle();
  const status = await shop.ok('getStatus', { id });
  assert.deepEqual([status['status'], status['order_id'], status['testmode']], ['ok', 9_999_999, 1]);
  const { code, pin } = await shop.ok('getCode', { queue_id: id });
  assert.deepEqual([code, pin], ['99999-999-999-999', '9999']);
  const failed = await shop.ok('getStatus', failing);
  assert.deepEqual([failed['status'], failed['error_code']], ['error', 5000]);
  assert.equal(await shop.code('getCode', { queue_id: failing['id'] }), 1209);
});

test('the catalogue is served unchanged, addresses by their filters', async () => {
  const { world, product } = await worldWithCodes();
  await using _ = world;
  await world.home.db.query(
    `insert into addresses (product_id, area, locality, address, lat, lon)
     values ($1, 'Москва', 'Москва', 'Тверская, 1', '55.75', '37.61'), ($1, 'Казань', 'Казань', 'Баумана, 2', '55.79', '49.12')`,
    [product.id],
  );
  const shop = await addCaller(world);
  const products = (await shop.ok('getProducts', { extended: 'brief,www' })) as unknown as {
    faces: number[];
  }[];
  assert.deepEqual(
    products.map(({ faces }) => faces),
    [[1000]],
  );
  assert.equal(await shop.code('getProducts', { extended: 'brief;drop' }), 3601);
  assert.deepEqual(await shop.ok('getCategories'), []);
  const place = { [product.id]: [['Баумана, 2', '55.79 49.12']] };
  assert.deepEqual(await shop.ok('getAddress', { product_id: [product.id], area_name: 'Казань' }), {
    Казань: { Казань: place },
  });
  assert.deepEqual(await shop.ok('getAddress', { product_id: 1 }), {});
  assert.equal(await shop.code('getAddress', { product_id: ['x'] }), 3601);
});

test('unknown operations do not exist; all documented ones do', async () => {
  await using world = await testWorld();
  const shop = await addCaller(world);
  for (const cmd of ['cancelOrder', 'constructor', '']) {
    assert.equal(await shop.code(cmd), 1001);
  }
  const { available_methods: methods } = await shop.ok('test');
  for (const cmd of methods as string[]) {
    if (cmd !== 'test')
      assert.notEqual(await shop.code(cmd, { id: 'x', extended: '!', product_id: 'x' }).catch(() => 0), 1001);
  }
});
