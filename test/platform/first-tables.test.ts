import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { migrationNames } from '../../src/platform/database/applied-migrations.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { checkTables } from '../../src/upkeep/setup/check-tables.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { runMain } from '../support/run-main.ts';

const lastFormer = '0282-outstanding-totals.sql';
const onTop = (await migrationNames()).filter((name) => name > lastFormer);

/** The newest migration that can be applied twice. */
const repeated = onTop.findLast((name) =>
  readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8').startsWith(
    '-- without a transaction',
  ),
);

/** The record of an installation that earlier versions made, migration by migration. */
async function recordFormer({ db }: MigratedDatabase, names: string[]): Promise<void> {
  await db.query(`delete from migrations where name < '0283'`);
  await db.query(`insert into migrations select unnest($1::text[]), now()`, [names]);
}

interface Answered {
  code: number;
  answer: { applied?: string[]; error?: { refusals: { is: string; last: string }[] } };
}

const upgraded = async (world: MigratedDatabase): Promise<Answered> => {
  const { code, out } = await runMain(['upgrade', '--json'], { DATABASE_URL: world.url });
  return { code: code ?? -1, answer: JSON.parse(out) };
};

test('an installation whose tables earlier versions made gets only what came on top', async () => {
  await using world = await migratedDatabase();
  await recordFormer(world, ['0001-platform.sql', lastFormer]);
  await world.db.query(`delete from migrations where name = $1`, [repeated]);
  assert.deepEqual(
    (await checkTables(world.db)).map(({ is }) => is),
    ['tables-behind'],
  );
  const { code, answer } = await upgraded(world);
  assert.deepEqual([code, answer.applied], [0, [repeated]]);
  assert.deepEqual(
    (await checkTables(world.db)).map(({ is }) => is),
    ['tables-ok'],
  );
});

test('one that stopped earlier is refused, and nothing is changed', async () => {
  await using world = await migratedDatabase();
  await recordFormer(world, ['0001-platform.sql', '0281-outstanding-sums.sql']);
  await assert.rejects(
    migrate(world.db, world.now),
    /0281-outstanding-sums\.sql.*has 0282-outstanding-totals/s,
  );
  const { code, answer } = await upgraded(world);
  assert.equal(code, 1);
  assert.deepEqual(
    answer.error?.refusals.map(({ is, last }) => [is, last]),
    [['older', '0281-outstanding-sums.sql']],
  );
  assert.deepEqual(
    (await checkTables(world.db)).map(({ is }) => is),
    ['tables-older'],
  );
  const { rows } = await world.db.query<{ name: string }>(`select name from migrations order by name`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['0001-platform.sql', '0281-outstanding-sums.sql', ...onTop],
  );
});
