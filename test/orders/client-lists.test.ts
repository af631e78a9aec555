import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listClientOrders, noFilters, type OrderFilters } from '../../src/orders/search/list-orders.ts';
import { clientOfRequest } from '../../src/orders/search/client-of-request.ts';
import { searchOrders } from '../../src/orders/search/search-orders.ts';
import { readWanted } from '../../src/orders/search/terms.ts';
import { transaction, type Tx } from '../../src/platform/database/database.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('what a client’s orders are found by', () => {
  let world: TestWorld;
  let client: TestClient;
  let other: TestClient;
  let product: TestProduct;
  const ids: number[] = [];

  before(async () => {
    // Shortly before midnight in Moscow.
    world = await testWorld({}, '2026-11-20T23:58:00+03:00');
    client = await world.client({ delayedMode: true });
    other = await world.client({ name: 'Другие' });
    product = await world.product({ facesRoubles: [500, 1000] });
    await world.pool(product, 500, 10);
    const order = (fields: object = {}) => ({ product_id: product.id, face: 500, ...fields });
    ids.push(await client.makeOrder(order({ uuid: 'u-1', email_to: 'Olga@Gifts.example', code: 'HR' })));
    ids.push(await client.makeOrder(order({ external_id: 'crm-17', comment: 'За сентябрь, отдел №5' })));
    ids.push(await client.makeOrder(order({ to_phone: '79161234567', delivery_type: 'sms' })));
    await world.settle();
    world.clock.forward('5 min');
    ids.push(await client.makeOrder(order({ face: 1000, uuid: 'waits' })));
    ids.push(await client.makeOrder(order({ testmode: true, comment: 'simulate:error=1301' })));
    await other.makeOrder(order({ email_to: 'olga@gifts.example', external_id: 'crm-17', uuid: 'u-1' }));
    await world.settle();
  });
  after(() => world[Symbol.asyncDispose]());

  const list = async (filters: Partial<OrderFilters>): Promise<number[]> => {
    const found = await listClientOrders(world.home.db, {
      clientId: client.id,
      filters: { ...noFilters, ...filters },
      fromKey: null,
      direction: 'older',
      limit: 51,
    });
    assert.equal(found.lookedTo, null);
    return found.rows.map(({ requestId }) => ids.indexOf(requestId));
  };

  const search = async (text: string, day = '2026-11-21'): Promise<number[]> => {
    const wanted = readWanted(text) ?? assert.fail('nothing is wanted');
    const ask = { clientId: client.id, wanted, day, fromKey: null };
    const { rows } = await searchOrders(world.home.db, world.ctx.keyring, ask);
    return rows.map(({ requestId }) => ids.indexOf(requestId));
  };

  const expectSearches = async (): Promise<void> => {
    assert.deepEqual(await search(String(ids[1])), [1]);
    assert.deepEqual(await search('u-1'), [0]);
    assert.deepEqual(await search('OLGA@gifts.example '), [0]);
    assert.deepEqual(await search('crm-17'), [1]);
    assert.deepEqual(await search('+7 (916) 123-45-67'), [2]);
    assert.deepEqual(await search('8 916 123 45 67'), [2]);
    assert.deepEqual(await search('nobody@gifts.example'), []);
    assert.deepEqual(await search('ОТДЕЛ №5', '2026-11-20'), [1]);
    assert.deepEqual(await search('ОТДЕЛ №5', '2026-11-21'), [], 'another day');
  };

  const expectClient = async (): Promise<void> => {
    assert.equal(await clientOfRequest(world.home.db, ids[0] ?? 0), client.id);
    assert.equal(await clientOfRequest(world.home.db, 1), null);
  };

  test('the newest are found before the worker has read them', async () => {
    await expectSearches();
    await expectClient();
  });

  test('indexed orders are found by the index alone', async () => {
    world.clock.forward('6 min');
    await world.settle();
    const { rows } = await world.home.db.query<{ terms: number }>(
      `select count(*) as terms from order_terms where client_id = $1`,
      [client.id],
    );
    assert.deepEqual(rows, [{ terms: 3 }]);
    await expectSearches();
    await expectClient();
    const orderId = (await client.getStatus(ids[0] ?? 0))['order_id'];
    assert.deepEqual(await search(String(orderId)), [0]);
    assert.deepEqual(await search(`${String(orderId)}-${ids[0]}`), [0]);
    assert.deepEqual(await search('9999999'), [], 'the number that all test orders share');
  });

  test('filters work alone and together', async () => {
    assert.deepEqual(await list({}), [4, 3, 2, 1, 0]);
    assert.deepEqual(await list({ state: 'delayed' }), [3]);
    assert.deepEqual(await list({ state: 'failed' }), [4]);
    assert.deepEqual(await list({ state: 'issued' }), [2, 1, 0]);
    assert.deepEqual(await list({ serviceCode: 'HR' }), [0]);
    assert.deepEqual(await list({ productId: product.id + 1 }), []);
    assert.deepEqual(await list({ test: true }), [4]);
    assert.deepEqual(await list({ until: '2026-11-20' }), [2, 1, 0]);
    assert.deepEqual(await list({ from: '2026-11-21' }), [4, 3]);
    assert.deepEqual(await list({ from: '2026-11-21', until: '2026-11-21', test: false }), [3]);
    assert.deepEqual(await list({ personId: 1 }), []);
  });

  test('a title is read once for each product of the page, however the planner joins', async () => {
    const scans = await transaction(world.home.db, async (tx) => {
      for (const way of ['hashjoin', 'mergejoin', 'memoize', 'seqscan'])
        await tx.query(`set local enable_${way} = off`);
      const scansBefore = await productScans(tx);
      const ask = {
        clientId: client.id,
        filters: noFilters,
        fromKey: null,
        direction: 'older',
        limit: 51,
      } as const;
      assert.equal((await listClientOrders(tx, ask)).rows.length, 5);
      return (await productScans(tx)) - scansBefore;
    });
    assert.equal(scans, 1);
  });

  test('days are counted by product and outcome, without test orders, and again when something ends', async () => {
    const days = async () =>
      (
        await world.home.db.query<object>(
          `select day, outcome, orders, sum_kopecks as sum from order_days where client_id = $1 order by day, outcome`,
          [client.id],
        )
      ).rows;
    assert.deepEqual(await days(), [
      { day: '2026-11-20', outcome: 'issued', orders: 3, sum: 150_000 },
      { day: '2026-11-21', outcome: 'open', orders: 1, sum: 100_000 },
    ]);
    await world.pool(product, 1000, 1);
    world.clock.forward('2 min');
    await world.settle();
    assert.deepEqual((await days())[1], { day: '2026-11-21', outcome: 'issued', orders: 1, sum: 100_000 });
    const spans = await world.home.db.query<{ first: number; last: number; due: Date | null }>(
      `select first_request as first, last_request as last, due_at as due from order_day_spans
       where client_id = $1 order by day`,
      [client.id],
    );
    assert.deepEqual(
      spans.rows.map(({ first, last }) => [ids.indexOf(first), ids.indexOf(last)]),
      [
        [0, 2],
        [3, 4],
      ],
    );
    world.clock.forward('48 h');
    await world.settle();
    const open = await world.home.db.query(`select from order_day_spans where due_at is not null`);
    assert.equal(open.rowCount, 0, 'what is over is not counted again');
  });
});

async function productScans(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ scans: number }>(
    `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables where relname = 'products'`,
  );
  return rows[0]?.scans ?? 0;
}
