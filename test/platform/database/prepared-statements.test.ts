import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase, type Database } from '../../../src/platform/database/database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

const mostPrepared = 500;

async function prepared(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_prepared_statements`,
  );
  return rows[0]?.count ?? 0;
}

/** Each connection has seen only what went over it. */
test('a connection prepares its first 500 texts, however many others have sent before', async () => {
  await using world = await migratedDatabase();
  const opened = () => openDatabase(world.url, { connections: 1, name: 'facevalue test' });
  const [first, second] = [opened(), opened()];
  await using _ = {
    [Symbol.asyncDispose]: async () => void (await Promise.all([first.end(), second.end()])),
  };
  for (let text = 0; text <= mostPrepared; text += 1) await first.query(`select $1::int + ${text}`, [1]);
  assert.equal(await prepared(first), mostPrepared);
  for (let time = 0; time < 2; time += 1) await second.query(`select $1::int`, [time]);
  assert.equal(await prepared(second), 1);
});
