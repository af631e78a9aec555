import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../../support/test-world.ts';

interface Report {
  status: string;
  reason: string | null;
  placed: number;
  issued: number;
  lines: { line: number; status: string; id: number | null; link: string | null; problems: object[] }[];
}

test('parts may be repeated, are placed after the last, and the report links each certificate', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const [client, other] = [await world.client(), await world.client()];
  const order = (name: string) => ({
    product_id: product.id,
    face: 500,
    delivery_type: 'link',
    external_id: name,
    uuid: `own-${name}`,
  });
  const part = (number: number, names: string[]) => ({
    uuid: 'bulk-1',
    part: number,
    parts: 2,
    orders: names.map(order),
  });
  const first = await client.call('makeBulkOrder', part(1, ['a', 'b']));
  assert.deepEqual(await client.call('makeBulkOrder', part(1, ['a', 'b'])), first, 'a repeat is the same');
  assert.equal((await client.error('makeBulkOrder', part(1, ['a', 'c']))).code, 1207);
  assert.equal((await client.error('makeBulkOrder', { ...part(2, ['c']), part: 3, parts: 3 })).code, 1207);
  await world.settle();
  assert.equal((await world.home.db.query(`select from requests`)).rowCount, 0, 'the last part is awaited');
  await client.call('makeBulkOrder', part(2, ['c']));
  await world.settle();
  const { id } = first.data as { id: number };
  const report = (await client.call('getReport', { id })).data as Report;
  assert.deepEqual([report.status, report.placed, report.issued], ['done', 3, 3]);
  for (const line of report.lines) {
    assert.deepEqual([line.status, line.problems], ['issued', []]);
    assert.equal((await client.getLinks(line.id ?? 0)).download_url, line.link);
  }
  assert.deepEqual((await client.call('getReport', { uuid: 'bulk-1', after: 2 })).data, {
    ...report,
    lines: report.lines.slice(2),
  });
  assert.equal(
    await client.makeOrder(order('a')),
    report.lines[0]?.id,
    'the uuid of a line protects its order for good',
  );
  assert.equal((await other.error('getReport', { id })).code, 1201);
  assert.equal((await client.error('getReport', {})).code, 3601);
  await world.settle();
});

test('a wrong order refuses the bulk order, unless wrong ones are to be skipped', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const orders = [{ product_id: product.id, face: 500 }, 'no order', { product_id: product.id, face: -1 }];
  await client.call('makeBulkOrder', { uuid: 'whole', orders });
  await client.call('makeBulkOrder', { uuid: 'right', placing: 'right', orders });
  await world.settle();
  const whole = (await client.call('getReport', { uuid: 'whole' })).data as Report;
  assert.deepEqual([whole.status, whole.reason, whole.placed], ['cancelled', 'wrong-lines', 0]);
  const right = (await client.call('getReport', { uuid: 'right' })).data as Report;
  assert.deepEqual([right.status, right.placed], ['done', 1]);
  assert.deepEqual(
    right.lines.map(({ status }) => status),
    ['issued', 'wrong', 'wrong'],
  );
  for (const bad of [{}, { uuid: 'x' }, { uuid: 'x', orders: [] }, { uuid: 'x', orders, part: 2 }])
    assert.equal((await client.error('makeBulkOrder', bad)).code, 3601);
});

test('a missing part ends the bulk order after a day', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const orders = [{ product_id: product.id, face: 500 }];
  await client.call('makeBulkOrder', { uuid: 'half', parts: 2, orders });
  world.clock.forward('25 h');
  await world.settle();
  const half = (await client.call('getReport', { uuid: 'half' })).data as Report;
  assert.deepEqual([half.status, half.reason, half.lines.length], ['cancelled', 'incomplete', 0]);
});

test('makeTopUp records one request per uuid, books nothing, and has limits', async () => {
  await using world = await testWorld();
  const [client, other] = [await world.client({ balanceRoubles: 0 }), await world.client()];
  const first = await client.call('makeTopUp', { sum: 5000, uuid: 'pay-1' });
  assert.deepEqual(await client.call('makeTopUp', { sum: '5000', uuid: 'pay-1' }), first);
  assert.equal((await client.error('makeTopUp', { sum: 6000, uuid: 'pay-1' })).code, 1207);
  assert.equal(await client.getBalance(), 0);
  const { id } = first.data as { id: number };
  assert.equal((await other.error('getTopUpStatus', { id })).code, 1201);
  // The other operation of this name, which tops up phones.
  assert.equal((await client.error('makeTopUp', { phone: '79001234567', face: 100 })).code, 3601);
  for (let count = 1; count < 20; count += 1) await client.call('makeTopUp', { sum: 1 });
  assert.equal((await client.error('makeTopUp', { sum: 1 })).code, 1003);
  assert.deepEqual((await client.call('getTopUpLimit')).data, {
    min: 1,
    max: 1_000_000_000,
    waiting: 20,
    waiting_max: 20,
  });
});
