import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../src/platform/database/database-errors.ts';
import { openDatabase, pipelinedTransaction, transaction } from '../../../src/platform/database/database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { databaseProxy } from './database-proxy.ts';

/** Long enough for a closed connection to be noticed. */
const noticedMs = 300;
const insertion = `insert into time_travel (offset_ms) values (1)`;

async function notedRows(world: { db: { query(text: string): Promise<{ rowCount: number | null }> } }) {
  return (await world.db.query(`select from time_travel`)).rowCount;
}

for (const statementUnderWay of [false, true]) {
  test(`a backend ended within a transaction, ${statementUnderWay ? 'during' : 'between'} statements: nothing was written, and the next transaction works`, async () => {
    await using world = await migratedDatabase();
    const db = openDatabase(world.url, { connections: 1, name: 'facevalue test' });
    const lost = transaction(db, async (tx) => {
      await tx.query(insertion);
      const { rows } = await tx.query<{ pid: number }>(`select pg_backend_pid() as pid`);
      const ended = world.db.query(`select pg_terminate_backend($1)`, [rows[0]?.pid]);
      // Together: the statement may have failed before the other answer is here.
      await Promise.all([statementUnderWay ? tx.query(`select pg_sleep(60)`) : sleep(noticedMs), ended]);
      await tx.query(`select 1`);
    });
    await assert.rejects(lost, DatabaseUnavailable);
    assert.equal(await notedRows(world), 0);
    assert.deepEqual((await db.query(`select 1 as one`)).rows, [{ one: 1 }]);
    await db.end();
  });
}

test('a refused statement is a server error, and everything is rolled back', async () => {
  await using world = await migratedDatabase();
  const twice = transaction(world.db, async (tx) => {
    await tx.query(insertion);
    await tx.query(insertion);
  });
  await assert.rejects(twice, DatabaseError);
  assert.equal(await notedRows(world), 0);
});

test('after a lost answer to a commit the error says that the outcome is unknown', async () => {
  await using world = await migratedDatabase();
  await using proxy = await databaseProxy(world.url);
  const db = openDatabase(proxy.url, { connections: 1, name: 'facevalue test' });
  const lost = pipelinedTransaction(db, async (tx) => {
    await tx.query(`select 1`);
    proxy.loseAnswers();
    setTimeout(() => proxy.reset(), noticedMs);
    return { result: null, written: tx.query(insertion) };
  });
  await assert.rejects(lost, OutcomeUnknown);
  assert.equal(await notedRows(world), 1, 'this one was written');
  await db.end();
});

test('a single statement whose answer was lost is unknown like a commit', async () => {
  await using world = await migratedDatabase();
  await using proxy = await databaseProxy(world.url);
  const db = openDatabase(proxy.url, { connections: 1, name: 'facevalue test' });
  await db.query(`select 1`);
  proxy.loseAnswers();
  setTimeout(() => proxy.reset(), noticedMs);
  await assert.rejects(db.query(insertion), OutcomeUnknown);
  assert.equal(await notedRows(world), 1);
  await db.end();
});

test('an error without a server says that nothing was written', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing', {
    connections: 1,
    name: 'facevalue test',
  });
  await assert.rejects(db.query(`select 1`), DatabaseUnavailable);
  await assert.rejects(
    transaction(db, () => Promise.resolve()),
    DatabaseUnavailable,
  );
  await db.end();
});
