import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { signatureOf } from '../../src/clients/client-directory.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** They count and keep samples of all calls, refused ones too, a moment later. */
const logTables = ['api_calls', 'api_call_days'];

/** How many rows each table holds, but for the log of calls. */
async function rowCounts({ ctx }: TestWorld): Promise<Record<string, number>> {
  const tables = await ctx.db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and not tablename = any($1) order by 1`,
    [logTables],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await ctx.db.query<{ rows: number }>(`select count(*) as rows from ${name}`);
    counts[name] = rows[0]?.rows ?? 0;
  }
  return counts;
}

async function worldWithShop(): Promise<{ world: TestWorld; shop: TestClient; productId: number }> {
  const world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 1000, 5);
  return { world, shop, productId: coffee.id };
}

const long = (length: number): string => 'я'.repeat(length);
const emoji = (length: number): string => '🎁'.repeat(length);

test('all wrong fields are named at once, and nothing changes', async () => {
  const { world, shop, productId } = await worldWithShop();
  await using _ = world;
  const before = await rowCounts(world);
  const wrong: Record<string, unknown[]> = {
    product_id: [
      undefined,
      null,
      '',
      0,
      -1,
      1.5,
      'x',
      `${productId}x`,
      {},
      [productId],
      true,
      2 ** 53,
      '9'.repeat(30),
    ],
    face: [undefined, 0, -1000, 1000.001, '1000,00', 'много', 1e300, [], { '': 1 }, false, '1e3'],
    uuid: [long(37), {}, ['u'], true, 'a\0b', '\ud800'],
    email_from: ['not an address', 'a@b', 'a b@shop.example', `${'a'.repeat(250)}@shop.example`, 7, {}],
    email_to: [
      'anna@mail.example, boris@mail.example',
      'anna@mail.example\r\nBcc: x@y.example',
      '<anna@mail.example>',
    ],
    from: [long(256), ['Иван']],
    to: [long(256), { name: 'Анна' }],
    to_phone: ['+79001234567', '89001234567', '7900123456', '790012345678', '7 900 123 45 67', 'seven'],
    date_send: [
      '2020-01-01T00:00:00+03:00',
      '2026-12-31',
      '2026-12-31 10:00:00',
      '2026-13-01T00:00:00+03:00',
      '2027-02-29T00:00:00+03:00',
      1_800_000_000,
    ],
    text: [long(513), {}],
    code: ['api', 'with space', 'ЯЯ', 'A'.repeat(101), 'A-B', 'A\n'],
    comment: [long(513), []],
    external_id: [long(256), {}],
    delivery_type: ['pigeon', 'EMAIL', 1, {}],
    ttl: [59, 86_401, -60, 60.5, 'soon', {}],
    testmode: ['yes', 2, {}],
    callback: ['javascript:alert(1)', 'ftp://x.example/', '//x.example', 'http://', 'http://u:p@x.example/'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const ask = { product_id: productId, face: 1000, uuid: 'never', [name]: value };
      const { code, text } = await shop.refusedOrder(ask);
      assert.deepEqual(
        [code, text],
        [3601, `fields filled incorrectly: ${name}`],
        `${name}: ${JSON.stringify(value)}`,
      );
    }
  }
  const everything = Object.fromEntries(Object.entries(wrong).map(([name, values]) => [name, values.at(-1)]));
  const { text } = await shop.refusedOrder(everything);
  assert.equal(text, `fields filled incorrectly: ${Object.keys(wrong).join(', ')}`);
  assert.equal(
    (await shop.refusedOrder({ product_id: productId, face: 1000, delivery_type: 'sms' })).text.split(
      ': ',
    )[1],
    'to_phone',
  );
  assert.deepEqual(await rowCounts(world), before);
});

test('the longest allowed values are accepted, counted in code points', async () => {
  const { world, shop, productId } = await worldWithShop();
  await using _ = world;
  const id = await shop.makeOrder({
    product_id: productId,
    face: 1000,
    uuid: emoji(36),
    email_from: `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}ru`,
    from: emoji(255),
    to: emoji(255),
    text: emoji(512),
    comment: emoji(512),
    external_id: emoji(255),
    code: 'A'.repeat(100),
    to_phone: '79001234567',
    ttl: 86_400,
    date_send: '2026-11-21T12:00:01+03:00',
  });
  await world.settle();
  const status = await shop.getStatus(id);
  assert.deepEqual([status['status'], status['comment']], ['ok', emoji(512)]);
  assert.equal(shop.told(id)[0]?.data['external_id'], emoji(255));
});

function isOrder(text: string, productId: number): boolean {
  try {
    const { product_id: product, face } = JSON.parse(text) as Record<string, unknown>;
    return Number(product) === productId && Number(face) === 1000;
  } catch {
    return false;
  }
}

test('any signed input is answered with an envelope, and only valid orders change anything', async () => {
  const { world, shop, productId } = await worldWithShop();
  await using _ = world;
  const before = await rowCounts(world);
  const send = async (cmd: string, data: string): Promise<string> => {
    const query = {
      cmd,
      id: String(shop.id),
      in: 'json',
      out: 'json',
      sig: signatureOf(cmd, data, shop.secret),
    };
    const response = await fetch(`${world.baseUrl}/?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ data }),
    });
    assert.equal(response.status, 200);
    const envelope = (await response.json()) as { status: string; error?: { code: unknown; text: unknown } };
    if (envelope.status === 'error') {
      assert.ok(Number.isInteger(envelope.error?.code));
      assert.equal(typeof envelope.error?.text, 'string');
      assert.notEqual(envelope.error?.code, 9000);
    }
    return envelope.status;
  };
  const fieldName = fc.constantFrom(
    'product_id',
    'face',
    'uuid',
    'ttl',
    'text',
    'to',
    '__proto__',
    'constructor',
    'callback',
  );
  const junk = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom(productId, 1000),
  );
  const orderLike = fc
    .dictionary(fieldName, junk)
    .map((fields) => JSON.stringify({ ...fields, face: fields['face'] ?? -1 }));
  const data = fc.oneof(
    orderLike,
    fc.json(),
    fc.string(),
    fc.constantFrom('null', '[[]]', '{"face":1e999}', '\u0000'),
  );
  const cmd = fc.constantFrom(
    'makeOrder',
    'getStatus',
    'getCode',
    'getLinks',
    'getCertificate',
    'getAddress',
    'toString',
    '',
  );
  await fc.assert(
    fc.asyncProperty(cmd, data, async (asked, text) => {
      // Once in some hundred runs junk makes an order.
      fc.pre(!isOrder(text, productId));
      const status = await send(asked, text);
      if (asked !== 'getAddress') assert.equal(status, 'error');
    }),
    { numRuns: 300 },
  );
  assert.deepEqual(await rowCounts(world), before);
});
