import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { numberSamples } from './order-samples.ts';

interface Answer {
  status: string;
  data?: Record<string, unknown>;
  error?: { code: number; text: string };
}

/** Sends `data` exactly as it is. */
async function send(
  { baseUrl }: TestWorld,
  { id, secret }: TestClient,
  cmd: string,
  data: string,
  format = 'json',
): Promise<Answer> {
  const query = { cmd, id: String(id), in: format, sig: signatureOf(cmd, data, secret) };
  const response = await fetch(`${baseUrl}/?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    body: new URLSearchParams({ data }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Answer;
}

const orderOf = (productId: number, fields: string): string =>
  fields.includes('"product_id"')
    ? `{"face":500,${fields}}`
    : `{"product_id":${productId},"face":500,${fields}}`;

test('numbers in orders come back as they were sent, or are refused', async (context) => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  for (const { name, input, right } of numberSamples) {
    await context.test(name, async () => {
      const { data, error } = await send(world, client, 'makeOrder', orderOf(product.id, input));
      if (right.is === 'wrong') {
        assert.deepEqual([error?.code, error?.text], [3601, `fields filled incorrectly: ${right.fields}`]);
        return;
      }
      const status = await client.getStatus(Number(data?.['id']));
      for (const [field, told] of Object.entries(right.told ?? {})) assert.equal(status[field], told);
    });
  }
  await world.settle();
});

test('two uuids that differ in their last digit are two orders, in whatever form they are sent', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const order = async (data: string, format?: string) => {
    const { data: made, error } = await send(world, client, 'makeOrder', data, format);
    return Number(made?.['id'] ?? assert.fail(error?.text));
  };
  const byNumber = (uuid: string) => order(orderOf(product.id, `"uuid":${uuid}`));
  const byText = (uuid: string) => order(orderOf(product.id, `"uuid":"${uuid}"`));
  const byPairs = (uuid: string) => order(`product_id=${product.id}&face=500&uuid=${uuid}`, '');
  const [one, other] = ['9007199254740993', '9007199254740992'];
  const ids = [await byNumber(one), await byNumber(other)];
  assert.notEqual(ids[0], ids[1]);
  for (const way of [byNumber, byText, byPairs]) assert.deepEqual([await way(one), await way(other)], ids);
  assert.equal(await client.getBalance(), 99_000);
  await world.settle();
});

test('long numbers keep their digits in bulk orders, their report and top-ups', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const line = (uuid: string) =>
    `{"product_id":${product.id},"face":500,"uuid":${uuid},"external_id":${uuid}}`;
  const bulk = (uuid: string, lines: string[]) =>
    send(world, client, 'makeBulkOrder', `{"uuid":${uuid},"orders":[${lines.join()}]}`);
  const two = [line('9007199254740993'), line('9007199254740992')];
  const first = await bulk('7777777777777777771', two);
  assert.deepEqual(await bulk('7777777777777777771', two), first);
  const changed = await bulk('7777777777777777771', [line('9007199254740993'), line('9007199254740994')]);
  assert.equal(changed.error?.code, 1207);
  assert.notEqual((await bulk('7777777777777777772', [line('5')])).data?.['id'], first.data?.['id']);
  assert.equal((await bulk('1e400', two)).error?.code, 3601);
  await world.settle();
  const report = await send(world, client, 'getReport', '{"uuid":7777777777777777771}');
  const lines = (report.data?.['lines'] ?? []) as { id: number; external_id: string; status: string }[];
  assert.deepEqual(
    lines.map(({ external_id: externalId, status }) => [externalId, status]),
    [
      ['9007199254740993', 'issued'],
      ['9007199254740992', 'issued'],
    ],
  );
  assert.notEqual(lines[0]?.id, lines[1]?.id);
  assert.equal((await send(world, client, 'getReport', '{"uuid":1e400}')).error?.code, 3601);
  const topUp = (uuid: string) => send(world, client, 'makeTopUp', `{"sum":100,"uuid":${uuid}}`);
  const paid = await topUp('9007199254740993');
  assert.notDeepEqual(await topUp('9007199254740992'), paid);
  assert.deepEqual(await topUp('"9007199254740993"'), paid);
  assert.equal((await topUp('-1e400')).error?.code, 3601);
});

test('a repeat of an order that an earlier version accepted, and rounded, is that order', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client();
  const order = (id: string) => orderOf(product.id, `"uuid":"u","external_id":${id}`);
  // What version 0.1.0 stored for …789.
  const { data } = await send(world, client, 'makeOrder', order('"1234567890123456800"'));
  assert.deepEqual((await send(world, client, 'makeOrder', order('1234567890123456789'))).data, data);
  assert.equal((await send(world, client, 'makeOrder', order('12345678901234567'))).error?.code, 1207);
  await world.settle();
});

test('operations that mean something else here, or are not there, say what there is instead', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const phone = await send(world, client, 'makeTopUp', '{"phone":"79001234567","face":100}');
  assert.equal(phone.error?.code, 3601);
  assert.equal(phone.error?.text, 'fields filled incorrectly: sum');
  assert.match(JSON.stringify(phone.error), /announces a payment to your balance, and no phone is topped up/);
  const pushed = await send(world, client, 'pushSms', '{"queue_id":1001}');
  assert.deepEqual(pushed.error, {
    code: 1001,
    text: 'unknown operation: resend sends a certificate again, also by SMS',
  });
  assert.deepEqual((await send(world, client, 'constructor', '{}')).error, {
    code: 1001,
    text: 'unknown operation',
  });
  const { rows } = await world.ctx.db.query(`select from top_up_requests`);
  assert.equal(rows.length, 0);
});
