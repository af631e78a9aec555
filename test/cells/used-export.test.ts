/** The used export of three cells: each sale is in one interval, also when a process dies between the cells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { mergedPages } from '../../src/platform/cells/merge-pages.ts';
import { ascending } from '../../src/platform/cells/merge.ts';
import { prepareUsedExport } from '../../src/suppliers/used-export/used-export.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';

test('a process that dies after one cell has closed its list loses no sale', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const clients = [await world.client(), await world.client(), await world.client()];
  const product = await world.product({ scheme: 'platform' });
  const { supplierId } = product;
  const caller = await supplierCaller(world, supplierId);
  const buyInEach = async (): Promise<string[]> => {
    const ids = await Promise.all(
      clients.map((client) => client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' })),
    );
    await world.settle();
    const given = await Promise.all(clients.map((client, nth) => client.getCode(ids[nth] as number)));
    return given.map(({ code }) => code);
  };
  const codesIn = async (from: string, to: string): Promise<string[]> => {
    const answer = await caller.used(`2026-11-21 ${from}`, `2026-11-21 ${to}`);
    return ((await answer.json()) as { code: string }[]).map(({ code }) => code);
  };
  const first = await buyInEach();
  world.clock.forward('30 min');
  const dying = {
    ...world.ctx,
    crashPoint: (at: CrashPointName) => {
      if (at === 'used-export:list-closed') throw new Error('killed');
    },
  };
  const to = new Date(world.clock.now().getTime() + 60_000);
  const ask = {
    supplierId,
    from: new Date('2026-11-21T12:00:00+03:00'),
    to,
    format: 'json' as const,
    fields: ['code'] as const,
    address: '',
  };
  await assert.rejects(prepareUsedExport(dying, ask, world.clock.now()), /killed/);
  assert.equal((await world.ctx.db.query(`select from used_exports`)).rowCount, 0);
  const second = await buyInEach();
  world.clock.forward('30 min');
  const before = await codesIn('12:00:00', '12:31:00');
  const after = await codesIn('12:31:00', '13:00:00');
  assert.deepEqual(before.slice(0, 3).toSorted(), first.toSorted());
  assert.deepEqual([...before, ...after].toSorted(), [...first, ...second].toSorted());
  assert.deepEqual(await codesIn('12:00:00', '12:31:00'), before);
  assert.deepEqual(await codesIn('12:00:00', '13:00:00'), [...before, ...after]);
});

async function* pagesOf(...pages: number[][]): AsyncGenerator<number[]> {
  for (const page of pages) yield await Promise.resolve(page);
}

test('pages of sorted lists become pages of one', async () => {
  const lists = [pagesOf([1, 4, 7], [8], [20, 30]), pagesOf(), pagesOf([2, 3], [5, 21]), pagesOf([7], [])];
  const pages = [];
  for await (const page of mergedPages(
    lists,
    ascending((row: number) => row),
  ))
    pages.push(page);
  assert.deepEqual(pages.flat(), [1, 2, 3, 4, 5, 7, 7, 8, 20, 21, 30]);
});
