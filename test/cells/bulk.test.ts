/** The lines of bulk orders wait for what other cells have, as single orders do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';

interface Report {
  status: string;
  placed: number;
  issued: number;
  lines: { status: string; problems: { field: string; reason: string }[] }[];
}

const linesOf = (product: TestProduct, count: number) =>
  Array.from({ length: count }, () => ({ product_id: product.id, face: 500, delivery_type: 'link' }));

test('lines get codes and shares of limits from other cells, and are refused only for what no cell has', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const pooled = await world.product();
  const limited = await world.product({ scheme: 'platform', monthlyOrdersLimit: 5 });
  const first = await world.client();
  const shops: TestClient[] = [await world.client(), await world.client()];
  await world.pool(pooled, 500, 10);
  // The whole limit is dealt to the first cell.
  await first.makeOrder({ product_id: limited.id, face: 500, delivery_type: 'link' });
  const orders = [...linesOf(pooled, 7), ...linesOf(limited, 3)];
  const ids: number[] = [];
  for (const shop of shops) {
    const { data } = await shop.call('makeBulkOrder', { uuid: 'bulk-1', part: 1, parts: 1, orders });
    ids.push((data as { id: number }).id);
  }
  await world.settle();
  const reports = await Promise.all(
    shops.map(async (shop, place) => (await shop.call('getReport', { id: ids[place] })).data as Report),
  );
  const lines = reports.flatMap((report) => report.lines);
  assert.deepEqual(
    reports.map(({ status }) => status),
    ['done', 'done'],
  );
  assert.equal(lines.filter(({ status }) => status === 'issued').length, 10 + 4);
  assert.deepEqual(lines.flatMap(({ problems }) => problems.map(({ reason }) => reason)).toSorted(), [
    ...Array(4).fill('no-stock'),
    ...Array(2).fill('supplier-limit'),
  ] as string[]);
});
