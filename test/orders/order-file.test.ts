import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { commentOrder } from '../../src/orders/acts/comment-order.ts';
import { orderFile } from '../../src/orders/export/order-file.ts';
import { takeOrders } from '../../src/orders/export/take-orders.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { noFilters, type OrderFilters } from '../../src/orders/search/list-orders.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { listActs } from '../../src/people/audit/check-chain.ts';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../src/platform/spreadsheet/table-file.ts';
import type { TestProduct } from '../support/arrange.ts';
import { addCaller, type Caller } from '../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('the list of orders as a file', () => {
  let world: TestWorld;
  let shop: Caller;
  let product: TestProduct;
  const ids: number[] = [];

  before(async () => {
    world = await testWorld();
    product = await world.product({ scheme: 'platform', title: '=Кофе; "утро"' });
    shop = await addCaller(world, { name: 'Магазин' });
    const other = await addCaller(world, { name: 'Чужой' });
    for (const [caller, fields] of [
      [shop, { comment: '=HYPERLINK("http://bad.example")', email_to: 'olga@gifts.example', to: '+Ольга' }],
      [shop, { comment: 'Первый', code: 'HR', external_id: '-17' }],
      [shop, { testmode: 1 }],
      [other, { comment: 'Чужой' }],
    ] as const) {
      const placed = await caller.ok('makeOrder', { product_id: product.id, face: 500, ...fields });
      ids.push(Number(placed['id']));
    }
    await world.settle();
  });
  after(() => world[Symbol.asyncDispose]());

  const owner = (traits: Partial<PersonPrincipal> = {}): PersonPrincipal => ({
    is: 'person',
    personId: 7,
    name: 'Анна Ли',
    side: 'client',
    partyId: shop.id,
    role: 'owner',
    isWhole: true,
    steppedUpAt: world.clock.now(),
    ...traits,
  });
  const ask = (filters: Partial<OrderFilters> = {}) =>
    ({
      clientId: shop.id,
      filters: { ...noFilters, ...filters },
      format: 'csv',
      language: 'en',
    }) as const;
  const csvOf = async (filters: Partial<OrderFilters> = {}): Promise<Record<string, string>[]> => {
    const text = await textOf(orderFile(world.home.pageDb, ask(filters)));
    return parse(text, { delimiter: ';', bom: true, columns: true });
  };

  const requests = async (filters: Partial<OrderFilters>) =>
    (await csvOf(filters)).map((row) => ids.indexOf(Number(row['Request'])));

  test('has the client’s orders, newest first, with the comment as it is now, and no formulas', async () => {
    const { db, keyring } = world.home;
    const comment = { clientId: shop.id, requestId: ids[1] ?? 0, comment: 'Второй' };
    await commentOrder(db, keyring, fromShell, comment, world.clock.now());
    const rows = await csvOf();
    assert.deepEqual(
      rows.map((row) => [row['Request'], row['State'], row['Kind'], row['Sum, ₽'], row['Comment']]),
      [
        [String(ids[2]), 'issued', 'test', '', ''],
        [String(ids[1]), 'issued', 'real', '500', 'Второй'],
        [String(ids[0]), 'issued', 'real', '500', `'=HYPERLINK("http://bad.example")`],
      ],
    );
    assert.equal(rows[0]?.['Product'], `'=Кофе; "утро"`);
    assert.equal(rows[2]?.['Recipient'], `'+Ольга`);
    assert.equal(rows[1]?.['External id'], `'-17`);
    const text = await textOf(orderFile(world.home.pageDb, ask()));
    const { rows: links } = await db.query<{ token: string }>(
      `select encode(token_hash, 'hex') as token from certificates`,
    );
    assert.ok(links.length > 0 && links.every(({ token }) => !text.includes(token)));
    assert.doesNotMatch(text, /http:\/\/[^b]/, 'no link of a gift');
  });

  test('keeps to the filters of the list', async () => {
    assert.deepEqual(await requests({ test: false }), [1, 0]);
    assert.deepEqual(await requests({ serviceCode: 'HR' }), [1]);
    assert.deepEqual(await requests({ state: 'failed' }), []);
  });

  test('names what came back of a refunded order', async () => {
    const { db } = world.home;
    const placed = await shop.ok('makeOrder', { product_id: product.id, face: 500, comment: 'Назад' });
    await world.settle();
    const back = { clientId: shop.id, requestId: Number(placed['id']), note: 'возврат' };
    assert.equal((await refundOrder(db, back, world.clock.now())).is, 'refunded');
    const rows = await csvOf();
    const returned = rows.filter((row) => row['Returned, ₽'] !== '');
    assert.deepEqual(
      returned.map((row) => [row['Comment'], row['State'], row['Returned, ₽']]),
      [['Назад', 'taken back', '500']],
    );
  });

  test('a workbook says that it goes on, where orders do not fit', async () => {
    const cut = await bytesOf(orderFile(world.home.pageDb, { ...ask(), format: 'xlsx' }, 2));
    const rows = (await Array.fromAsync(readTable(tableOfBytes(cut), {}))).flat();
    assert.equal(rows.length, 4);
    assert.match(String(rows[3]?.cells[0]), /^There are more than 2 orders/);
  });

  test('needs the right and a fresh proof, and stands in the audit with its filters', async () => {
    const { home: ctx } = world;
    const take = (principal: PersonPrincipal) =>
      takeOrders(ctx, principal, ask({ state: 'issued' }), world.clock.now());
    for (const principal of [
      owner({ role: 'viewer' }),
      owner({ role: 'developer' }),
      owner({ partyId: shop.id + 1 }),
    ])
      assert.deepEqual(await take(principal), { is: 'missing' });
    assert.deepEqual(await take(owner({ steppedUpAt: null })), { is: 'step-up' });
    assert.equal((await take(owner({ role: 'finance' }))).is, 'taken');
    const acts = await listActs(ctx.db, { side: 'client', partyId: shop.id }, { limit: 1 });
    assert.deepEqual(
      acts.map(({ act, actor, after: what }) => [act, actor, JSON.parse(what) as object]),
      [['orders.exported', 'person:7', { ...noFilters, format: 'csv', state: 'issued' }]],
    );
  });
});

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(content));

const textOf = async (content: AsyncIterable<Uint8Array>): Promise<string> =>
  (await bytesOf(content)).toString();
