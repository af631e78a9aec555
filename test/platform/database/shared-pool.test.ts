/** Several parts of a database share connections: whatever fails between, each answer is of the part that was asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../src/platform/database/database-errors.ts';
import {
  openShared,
  pipelinedTransaction,
  transaction,
  type Database,
  type Sql,
} from '../../../src/platform/database/database.ts';
import { maxPlans } from '../../../src/platform/database/prepared-client.ts';
import { PartPool } from '../../../src/platform/database/shared-pool.ts';
import { StartProblem } from '../../../src/platform/process/start-problem.ts';
import { migratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';

const name = 'facevalue shared';
const schemas = ['part_1', 'part_2', 'part_3', 'part_4', 'part_5'];

interface SharedParts extends AsyncDisposable {
  world: MigratedDatabase;
  parts: Database[];
  /** A part with these schemas. */
  part(...schemas: string[]): Database;
}

/** Tables of the same names in each schema, which say whose they are. */
async function sharedParts(connections: number): Promise<SharedParts> {
  const world = await migratedDatabase();
  for (const schema of schemas)
    await world.db.query(
      `create schema ${schema};
       create table ${schema}.mine as select '${schema}' as name;
       create table ${schema}.notes (note integer primary key, name text not null)`,
    );
  const shared = openShared(world.url, { connections, name, way: null });
  const part = (...inSchemas: string[]) =>
    new PartPool(
      { schemas: [...inSchemas, 'public'] },
      { servers: shared.servers, shared: () => shared, close: () => shared.end() },
    );
  return {
    world,
    part,
    parts: schemas.map((schema) => part(schema)),
    async [Symbol.asyncDispose]() {
      await Promise.resolve(shared.end());
      await world[Symbol.asyncDispose]();
    },
  };
}

async function nameIn(db: Sql, value = 0): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select mine.name from mine where current_schema() = mine.name and $1::integer is not null`,
    [value],
  );
  return rows[0]?.name ?? '';
}

async function pidOf(db: Sql, slowSeconds = 0): Promise<number> {
  const ask = `select pg_backend_pid() as pid from pg_sleep($1)`;
  const { rows } = await db.query<{ pid: number }>(ask, [slowSeconds]);
  return rows[0]?.pid ?? 0;
}

const note = (db: Sql, id: number) =>
  db.query(`insert into notes (note, name) select $1, mine.name from mine`, [id]);

const acts = [
  'read',
  'read slowly',
  'write alone',
  'write',
  'write in one breath',
  'give up',
  'write twice',
  'look elsewhere',
  'ask for what is not there',
  'ask a part that is not there',
  'cancel',
  'end',
] as const;

interface Deed {
  act: (typeof acts)[number];
  part: number;
}

const deed: fc.Arbitrary<Deed> = fc.record({
  act: fc.constantFrom(...acts),
  part: fc.nat({ max: schemas.length - 1 }),
});

/** What is certainly written, and what perhaps is, by part. */
interface Written {
  surely: Set<string>;
  perhaps: Set<string>;
}

async function read(db: Sql, schema: string): Promise<void> {
  assert.equal(await nameIn(db), schema);
}

/** What else happens than a wrong answer is expected. */
const survive = (problem: unknown): void => {
  if (problem instanceof assert.AssertionError) throw problem;
};

test('each answer and each row is of its part, whatever is cancelled, refused and cut off meanwhile', async () => {
  await using shared = await sharedParts(3);
  const { world, parts } = shared;
  const unreachable = shared.part('no name');
  const written: Written = { surely: new Set(), perhaps: new Set() };
  let lastId = 0;

  /** Notes what became of a row. */
  async function writing(schema: string, write: (id: number) => Promise<unknown>): Promise<void> {
    const id = (lastId += 1);
    const key = `${schema} ${id}`;
    try {
      await write(id);
      written.surely.add(key);
    } catch (problem) {
      if (problem instanceof OutcomeUnknown) written.perhaps.add(key);
      throw problem;
    }
  }

  const does: Record<Deed['act'], (db: Database, schema: string) => Promise<unknown>> = {
    read,
    async 'read slowly'(db, schema) {
      const { rows } = await db.query<{ name: string }>(
        `select mine.name from mine, lateral (select pg_sleep($1)) slept`,
        [0.003],
      );
      assert.deepEqual(rows, [{ name: schema }]);
    },
    'write alone': (db, schema) => writing(schema, (id) => note(db, id)),
    write: (db, schema) =>
      writing(schema, (id) =>
        transaction(db, async (tx) => {
          await note(tx, id);
          await read(tx, schema);
        }),
      ),
    'write in one breath': (db, schema) =>
      writing(schema, (id) =>
        pipelinedTransaction(db, async (tx) => ({ result: null, written: note(tx, id) })),
      ),
    'give up': (db) =>
      transaction(db, async (tx) => {
        await note(tx, (lastId += 1));
        throw new Error('given up');
      }),
    'write twice': (db) =>
      pipelinedTransaction(db, async (tx) => {
        const id = (lastId += 1);
        const both = [note(tx, id), note(tx, id)];
        return { result: null, written: Promise.all(both) };
      }),
    'look elsewhere': (db, schema) =>
      transaction(db, async (tx) => {
        await tx.query(`set local search_path = ${schemas[0]}`);
        await read(tx, schemas[0] ?? '');
        await tx.query(`set local search_path = ${schema}`);
        await tx.query(`savepoint here`);
        await read(tx, schema);
      }),
    'ask for what is not there': (db) => db.query(`select from nothing where 1 = $1`, [1]),
    'ask a part that is not there': () => assert.rejects(nameIn(unreachable), DatabaseUnavailable),
    cancel: () => signal('pg_cancel_backend'),
    end: () => signal('pg_terminate_backend'),
  };
  const signal = (by: string) =>
    world.db.query(`select ${by}(pid) from pg_stat_activity where application_name = $1`, [name]);

  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 80 }), async (deeds) => {
      await Promise.all(
        deeds.map(({ act, part }) => does[act](parts[part] as Database, schemas[part] ?? '').catch(survive)),
      );
      // Whatever has happened, all parts are found again.
      for (const [place, schema] of schemas.entries()) await untilRead(parts[place] as Database, schema);
    }),
    { numRuns: 60 },
  );

  async function untilRead(db: Database, schema: string): Promise<void> {
    for (let left = 3; ; left -= 1)
      try {
        return await read(db, schema);
      } catch (problem) {
        // Those that rest have perhaps not noticed yet that they were ended.
        const isLost = problem instanceof OutcomeUnknown || problem instanceof DatabaseUnavailable;
        if (!isLost || left === 0) throw problem;
      }
  }

  const found = new Set<string>();
  for (const schema of schemas) {
    const { rows } = await world.db.query<{ note: number; name: string }>(`select * from ${schema}.notes`);
    for (const row of rows) {
      assert.equal(row.name, schema);
      found.add(`${schema} ${row.note}`);
    }
  }
  assert.ok(written.surely.size > 0);
  assert.deepEqual([...written.surely.difference(found)], []);
  assert.deepEqual([...found.difference(written.surely.union(written.perhaps))], []);
});

test('a connection that can not change to a part answers for no part', async () => {
  await using shared = await sharedParts(1);
  const [first] = shared.parts as [Database];
  const before = await pidOf(first);
  assert.equal(await nameIn(first), 'part_1');
  const unreachable = shared.part('no name');
  await assert.rejects(nameIn(unreachable), DatabaseUnavailable);
  await assert.rejects(
    transaction(unreachable, (tx) => note(tx, 1)),
    DatabaseUnavailable,
  );
  assert.equal(await nameIn(first), 'part_1');
  assert.notEqual(await pidOf(first), before);
  assert.equal((await shared.world.db.query(`select from part_1.notes`)).rowCount, 0);
});

test('a connection is given back with a transaction: the next part does not change within it', async () => {
  await using shared = await sharedParts(1);
  const [first, second] = shared.parts as [Database, Database];
  const connection = await first.connect();
  await connection.query('begin');
  connection.release();
  await assert.rejects(nameIn(second), DatabaseUnavailable);
  assert.equal(await nameIn(second), 'part_2');
});

test('a part gets a connection that was in it, else a new one, else the one that was in fewest others', async () => {
  await using shared = await sharedParts(2);
  const [first, second, third, fourth] = shared.parts as [Database, Database, Database, Database];
  const pids = [await pidOf(first), await pidOf(second)];
  assert.notEqual(pids[0], pids[1]);
  for (const [place, db] of [first, second, second, first, first, second].entries())
    assert.equal(await pidOf(db), pids[db === first ? 0 : 1], `turn ${place}`);
  assert.equal(await pidOf(third), pids[0], 'both were in one, and this one has rested longest');
  assert.equal(await pidOf(first), pids[0], 'the other one was never there');
  assert.equal(await pidOf(second), pids[1]);
  assert.equal(await pidOf(fourth), pids[1], 'the other one was in two');
});

test('of several connections that rest in a part the oldest is taken, whichever was used last', async () => {
  await using shared = await sharedParts(2);
  const [part] = shared.parts as [Database];
  const [oldest, other] = await Promise.all([pidOf(part, 0.1), pidOf(part, 0.3)]);
  assert.notEqual(oldest, other, 'it was opened for the second, and rests last');
  for (let again = 0; again < 3; again += 1) assert.equal(await pidOf(part), oldest);
});

test('a part with much to do leaves the next free connection to another', async () => {
  await using shared = await sharedParts(2);
  const [busy, quiet] = shared.parts as [Database, Database];
  const order: string[] = [];
  const slow = async (db: Database, who: string): Promise<void> => {
    await db.query(`select pg_sleep(0.05)`);
    order.push(who);
  };
  const flood = Array.from({ length: 20 }, () => slow(busy, 'busy'));
  await Promise.all([...flood, slow(quiet, 'quiet'), slow(quiet, 'quiet')]);
  assert.ok(order.lastIndexOf('quiet') < 8, order.join(' '));
});

test('a statement is planned once for each part on a connection, which is closed with too many', async () => {
  await using shared = await sharedParts(1);
  const [first, second] = shared.parts as [Database, Database];
  for (const db of [first, second, first, second, first]) await nameIn(db);
  const countPlans = async () =>
    (
      await first.query<{ plans: number; pid: number }>(
        `select count(*)::integer as plans, pg_backend_pid() as pid from pg_prepared_statements`,
      )
    ).rows[0] ?? { plans: 0, pid: 0 };
  const { plans, pid } = await countPlans();
  assert.equal(plans, 2);
  const texts = Array.from({ length: 300 }, (_, place) => `select ${place} + $1::integer as sum`);
  for (const db of shared.parts.slice(0, 4)) for (const text of texts) await db.query(text, [1]);
  const later = await countPlans();
  assert.notEqual(later.pid, pid);
  assert.ok(later.plans <= maxPlans, `${later.plans} plans`);
});

test('behind a pooler in transaction mode connections can not be shared', () => {
  const options = { connections: 1, name, prepare: false, way: null };
  assert.throws(() => openShared('postgres://shop@127.0.0.1/shop', options), StartProblem);
});
