import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../../src/platform/database/database-errors.ts';
import { readPlannedOnce } from '../../../src/platform/database/planned-once.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

test('a reader whose connection is lost has written nothing, and the next one reads', async () => {
  await using world = await migratedDatabase();
  await assert.rejects(
    readPlannedOnce(world.db, (sql) => sql.query(`select pg_terminate_backend(pg_backend_pid())`, [])),
    DatabaseUnavailable,
  );
  const { rows } = await readPlannedOnce(world.db, (sql) => sql.query(`select 1 as one`, []));
  assert.deepEqual(rows, [{ one: 1 }]);
});
