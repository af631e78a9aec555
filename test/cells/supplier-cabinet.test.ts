/** A supplier sees what was sold and redeemed in all cells as one, and its months are counted over all of them, once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Found } from '../../src/platform/cells/merge-found.ts';
import { listSalesOfAll, type SaleKey } from '../../src/reports/list-supplier-sales.ts';
import { listStockOfAll } from '../../src/reports/list-stock.ts';
import {
  latestRedemptionFirst,
  listRedemptionsOfAll,
  type RedemptionKey,
} from '../../src/redemption/list-redemptions.ts';
import { createMonthCounter } from '../../src/reports/settlements/count-months.ts';
import type { TestProduct } from '../support/arrange.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** The rows of all pages. */
async function everyPage<Row extends Key, Key>(
  read: (from: Key | null) => Promise<Found<Row, Key>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let from: Key | null = null;
  do {
    const page: Found<Row, Key> = await read(from);
    rows.push(...page.rows);
    from = page.next;
  } while (from !== null);
  return rows;
}

describe('a supplier of three cells', () => {
  let world: TestWorld;
  let product: TestProduct;
  let manager: Visitor;
  const sold: { orderNumber: string; code: string }[] = [];
  before(async () => {
    world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
    product = await world.product();
    manager = await visitor(world, { side: 'supplier', partyId: product.supplierId }, 'manager');
    const clients = [await world.client(), await world.client(), await world.client()];
    await world.pool(product, 500, 12);
    for (let count = 0; count < 9; count += 1) {
      const client = clients[count % 3];
      assert.ok(client);
      const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
      await world.settle();
      const { rows } = await world
        .cellOf(client)
        .db.query<{ orderId: number }>(
          `select order_id as "orderId" from certificates where request_id = $1`,
          [id],
        );
      sold.push({ orderNumber: `${rows[0]?.orderId}-${id}`, code: (await client.getCode(id)).code });
      world.clock.forward('1 s');
    }
  });
  after(() => world[Symbol.asyncDispose]());

  const page = async (path: string): Promise<string> => {
    const { body, statusCode } = await manager.get(path);
    assert.equal(statusCode, 200, body);
    return body;
  };

  test('finds each sale once, page by page, also where a filter is rare', async () => {
    assert.equal((await page('/s/sold')).match(/class="state yes"/g)?.length, 9);
    for (const faceKopecks of [null, 50_000]) {
      const filters = { from: null, until: null, productId: null, faceKopecks };
      const rows = await everyPage((from: SaleKey | null) =>
        listSalesOfAll(world.ctx, { supplierId: product.supplierId, filters, after: from, limit: 2 }),
      );
      const found = rows.map(({ orderNumber }) => orderNumber);
      assert.deepEqual(found, sold.map(({ orderNumber }) => orderNumber).toReversed());
    }
    const file = await manager.post('/s/sold/export', {
      first: '2026-11-21',
      last: '2026-11-21',
      format: 'csv',
    });
    const places = sold.map(({ orderNumber }) => file.body.indexOf(orderNumber));
    assert.ok(places.every((place) => place > 0));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => other - one),
    );
  });

  test('sees its stock and its days', async () => {
    world.clock.forward('10 min');
    await world.settle();
    const overview = await page('/s');
    assert.match(overview, /Sold today<\/dt><dd>9/);
    assert.match(await page('/s/codes'), /<td[^>]*>3<\/td>/);
    const stock = await listStockOfAll(world.ctx, { productId: product.id }, world.clock.now());
    assert.deepEqual(
      stock.map(({ faceKopecks, free, passed }) => [faceKopecks, free, passed]),
      [
        [50_000, 3, 9],
        [100_000, 0, 0],
      ],
    );
  });

  test('finds each redemption, and what each till took', async () => {
    const caller = await supplierCaller(world, product.supplierId, { redeemsOwn: true });
    for (const { code } of sold.slice(0, 6)) {
      assert.equal((await caller.redeem({ code, till: 'Касса 7' })).status, 200);
      world.clock.forward('1 s');
    }
    const day = await page('/s/redeemed?from=2026-11-21&until=2026-11-21');
    assert.match(day, /Касса 7.*?>6<.*?3,000/s);
    const filters = { from: null, until: null, shopId: null, faceKopecks: null, redeemer: null };
    const ask = {
      supplierId: product.supplierId,
      filters: { ...filters, undone: false },
      limit: 4,
    };
    const found = await everyPage((from: RedemptionKey | null) =>
      listRedemptionsOfAll(world.ctx, { ...ask, after: from }),
    );
    assert.equal(new Set(found.map(({ transaction }) => transaction)).size, 6);
    assert.deepEqual(found, found.toSorted(latestRedemptionFirst));
    for (const { transaction } of found) await page(`/s/redeemed/${transaction}`);
  });

  test('closes a shift over all cells', async () => {
    const numbers = sold.slice(6).map(({ code }) => code);
    for (const number of numbers) {
      const { body } = await manager.post('/till/check', { number });
      const [, key = ''] = /name="key" value="([^"]+)"/.exec(body) ?? [];
      assert.match((await manager.post('/till/redeem', { number, key })).body, /Certificate redeemed/);
    }
    world.clock.forward('1 min');
    assert.match((await manager.get('/till/shift')).body, /<dd>3<\/dd>/);
    await manager.post('/till/shift');
    const { body } = await manager.get('/till/shift');
    assert.match(body, /redeemed nothing since/);
    assert.match(body, /1,500/);
  });

  test('has its month counted once, by whoever comes first', async () => {
    await world.settle();
    world.clock.forward('12 d');
    const counters = [createMonthCounter(world.ctx), createMonthCounter(world.ctx)];
    await Promise.all(counters.map((counter) => counter.round()));
    for (const counter of counters) await counter.round();
    const { rows } = await world.ctx.db.query<{ lines: { issued: number; redeemed: number }[] }>(
      `select lines from settlement_months`,
    );
    assert.deepEqual(
      rows.map(({ lines }) => lines.map(({ issued, redeemed }) => [issued, redeemed])),
      [[[9, 9]]],
    );
    await world.settle();
  });

  test('is compared with its own table by the operator', async () => {
    const operator = await visitor(world, { side: 'operator', partyId: 0 }, 'admin');
    const [left, ...others] = sold;
    assert.ok(left);
    const table = ['Номер;Номинал', 'NOSUCH;500', ...others.map(({ code }) => `${code};500`)].join('\n');
    const { body } = await operator.upload(
      '/o/settlement',
      { supplier: String(product.supplierId), from: '2026-11-01', to: '2026-11-30' },
      { field: 'file', name: 'theirs.csv', bytes: Buffer.from(table) },
    );
    assert.match(body, new RegExp(left.orderNumber));
    for (const { orderNumber } of others) assert.doesNotMatch(body, new RegExp(orderNumber));
    assert.match(body, /line|Line/);
  });
});
