import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';

const late = '0087-callbacks-seen.sql';

/** As it was before this migration. */
const undo = `alter table callbacks drop column last_status, drop column last_problem;
  drop index callbacks_failed_of_client; delete from migrations where name = '${late}'`;

const upgrade = (world: MigratedDatabase, ...args: string[]): Promise<Ran> =>
  runMain(['upgrade', '--json', ...args], { DATABASE_URL: world.url });

const deadlineMs = 60_000;
/** Whoever reads may wait for many times the second that a migration may hold it up. */
const limits = { statementMs: deadlineMs, lockMs: 10_000, idleInTransactionMs: deadlineMs };

test('a migration that finds its table busy tries again, and whoever comes behind it goes on', async () => {
  await using world = await migratedDatabase();
  await world.db.query(undo);
  const others = openDatabase(world.url, { connections: 3, name: 'facevalue test orders', limits });
  const holder = await others.connect();
  let read = 0;
  let waits = 0;
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), deadlineMs);
  const reading = (async () => {
    const reader = await others.connect();
    while (!stop.signal.aborted) {
      await reader.query('select count(*) from callbacks');
      read += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    reader.release();
  })();
  try {
    await holder.query('begin; select count(*) from callbacks');
    const { promise: triedThrice, resolve } = Promise.withResolvers<number>();
    const readAtFirst: number[] = [];
    const migrating = migrate(world.db, world.now, {
      onWait() {
        readAtFirst.push(read);
        if ((waits += 1) === 3) resolve(read);
      },
    });
    await Promise.race([triedThrice, migrating]);
    assert.equal(waits, 3, 'it waits as long as the table is busy');
    assert.ok(read > (readAtFirst[0] ?? Infinity), 'others read meanwhile, between its tries');
    await holder.query('commit');
    assert.deepEqual(await migrating, [late]);
  } finally {
    stop.abort();
    clearTimeout(deadline);
    holder.release();
    await reading;
    await others.end();
  }
});

test('an upgrade is told before it is done, and refused where it is unsafe', async () => {
  await using world = await migratedDatabase();
  const nothing = JSON.parse((await upgrade(world)).out);
  assert.deepEqual([nothing.applied, nothing.planned, nothing.refusals], [[], [], []]);

  await world.db.query(undo);
  const told = await upgrade(world, '--dry-run');
  assert.equal(told.code, 0, told.err);
  const [planned] = JSON.parse(told.out).planned;
  assert.equal(planned.name, late);
  assert.ok(planned.statements.some(({ table }: { table: string }) => table === 'callbacks'));

  // As large a table as makes an index on it a long lock, by the statistics of the server.
  await world.db.query(`update pg_class set reltuples = 5000000 where relname = 'callbacks'`);
  const refused = await upgrade(world);
  assert.equal(refused.code, 1);
  const { refusals } = JSON.parse(refused.out).error;
  assert.ok(
    refusals.some(
      ({ is, migration }: { is: string; migration: string }) => is === 'unsafe' && migration === late,
    ),
  );
  const offline = await upgrade(world, '--nothing-runs');
  assert.deepEqual(JSON.parse(offline.out).applied, [late]);

  await world.db.query(`insert into migrations values ('9999-later.sql', now())`);
  const newer = await upgrade(world, '--nothing-runs', '--dry-run');
  assert.equal(newer.code, 1);
  assert.equal(JSON.parse(newer.out).refusals[0].is, 'newer');
});
