import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';

/** Reads whole tables, which is told; it can be applied again. */
const late = '0288-constraints-validated.sql';
const undo = `delete from migrations where name = '${late}'`;

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'facevalue-migrations-'));
const folders = { column: newFolder(), index: newFolder() };
after(() => Object.values(folders).forEach((folder) => rmSync(folder, { recursive: true, force: true })));
writeFileSync(join(folders.column, '9997-column.sql'), 'alter table callbacks add column shade text;\n');

const upgrade = (world: MigratedDatabase, ...args: string[]): Promise<Ran> =>
  runMain(['upgrade', '--json', ...args], { DATABASE_URL: world.url });

const deadlineMs = 60_000;
/** Whoever reads may wait for many times the second that a migration may hold it up. */
const limits = { statementMs: deadlineMs, lockMs: 10_000, idleInTransactionMs: deadlineMs };

test('a migration that finds its table busy tries again, and whoever comes behind it goes on', async () => {
  await using world = await migratedDatabase();
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
      folder: folders.column,
      onWait() {
        readAtFirst.push(read);
        if ((waits += 1) === 3) resolve(read);
      },
    });
    await Promise.race([triedThrice, migrating]);
    assert.equal(waits, 3, 'it waits as long as the table is busy');
    assert.ok(read > (readAtFirst[0] ?? Infinity), 'others read meanwhile, between its tries');
    await holder.query('commit');
    assert.deepEqual(await migrating, ['9997-column.sql']);
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
  assert.ok(planned.statements.some(({ table }: { table: string }) => table === 'alerts'));

  // As large a table as makes an index on it a long lock, by the statistics of the server.
  await world.db.query(`update pg_class set reltuples = 5000000 where relname = 'alerts'`);
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

test('a large table that was never analysed is not taken for an empty one', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`${undo}; drop table alerts cascade;
    create table alerts (id bigint, note text) with (autovacuum_enabled = false);
    insert into alerts select n, repeat('-', 100) from generate_series(1, 120000) n`);
  const told = await upgrade(world, '--dry-run');
  assert.equal(told.code, 1);
  assert.equal(JSON.parse(told.out).refusals[0]?.is, 'unsafe');
});

const alone = '9998-alone.sql';
writeFileSync(
  join(folders.index, alone),
  `-- without a transaction
create unique index concurrently if not exists suppliers_once on suppliers (lower(name));
create index concurrently if not exists suppliers_by_age on suppliers (created_at);
`,
);

const indexesOf = async ({ db }: MigratedDatabase): Promise<object[]> => {
  const { rows } = await db.query(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     where indexrelid in (to_regclass('suppliers_once'), to_regclass('suppliers_by_age')) order by 1`,
  );
  return rows;
};

const both = [
  { name: 'suppliers_by_age', valid: true },
  { name: 'suppliers_once', valid: true },
];

test('an index that was not finished is made again, not taken for the one that is needed', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`insert into suppliers (name, created_at) values ('Tea', now()), ('tea', now())`);
  await assert.rejects(migrate(world.db, world.now, { folder: folders.index }), /suppliers_once/);
  assert.deepEqual(await indexesOf(world), [{ name: 'suppliers_once', valid: false }]);
  await world.db.query(`update suppliers set name = 'Coffee' where id = (select min(id) from suppliers)`);
  assert.deepEqual(await migrate(world.db, world.now, { folder: folders.index }), [alone]);
  assert.deepEqual(await indexesOf(world), both);
  assert.deepEqual(await migrate(world.db, world.now, { folder: folders.index }), []);
});

test('while an index is made others write, and a second process waits for it', async () => {
  await using world = await migratedDatabase();
  const others = openDatabase(world.url, { connections: 2, name: 'facevalue test orders', limits });
  const second = openDatabase(world.url, { connections: 2, name: 'facevalue test second', limits });
  const holder = await others.connect();
  try {
    // Its work is not over, so the index has to wait for it.
    await holder.query(`begin; insert into suppliers (name, created_at) values ('Tea', now())`);
    const first = migrate(world.db, world.now, { folder: folders.index });
    await untilMaking(world);
    const write = `insert into suppliers (name, created_at) values ('Coffee', now())`;
    await others.query(`set lock_timeout = '2s'; ${write}`);
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    const behind = migrate(second, world.now, { folder: folders.index, onWait: () => resolve() });
    await Promise.race([waited, behind]);
    await holder.query('commit');
    const applied = await Promise.all([first, behind]);
    assert.deepEqual(applied.flat(), [alone], 'one of them has done it');
    assert.deepEqual(await indexesOf(world), both);
  } finally {
    holder.release();
    await Promise.all([others.end(), second.end()]);
  }
});

async function untilMaking({ db }: MigratedDatabase): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const { rowCount } = await db.query(
      `select from pg_stat_progress_create_index where datname = current_database()`,
    );
    if (rowCount === 1) return;
    assert.ok(performance.now() < deadline, 'the index is being made');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
