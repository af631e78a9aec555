/** Migrations on an installation with cells, on one server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeStatements } from '../../src/platform/migrations/place-statements.ts';
import { assertMigrated } from '../support/later-migrations.ts';
import { testWorld } from '../support/test-world.ts';

test('a later migration is applied to the tables of each cell, while programs run', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  await assertMigrated(world);
});

test('a statement that does not say whether it is of cells is refused', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const place = async (sql: string) => {
    const placed = [];
    for await (const one of placeStatements(world.ctx.db, sql, [1, 2])) placed.push(one);
    return placed;
  };
  await assert.rejects(place(`do $$ begin update clients set name = ''; end $$`), /uses clients/);
  assert.deepEqual(await place(`create sequence request_ids start with 3500001`), [
    { schemas: 'cell_1, public', text: 'create sequence request_ids increment 100 start 3500001' },
    { schemas: 'cell_2, public', text: 'create sequence request_ids increment 100 start 3500002' },
  ]);
  assert.deepEqual(
    (await place(`comment on column clients.name is 'client; of all'`)).map(({ schemas }) => schemas),
    ['cell_1, public'],
  );
  assert.deepEqual(
    (await place(`comment on column approvals.act is 'about clients'`)).map(({ schemas }) => schemas),
    ['public'],
  );
  assert.deepEqual(await place(`select 1`), [{ schemas: 'public', text: 'select 1' }]);
});
