/** Behind a pooler each transaction may meet another server, so each asks before it writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../../src/platform/database/database-errors.ts';
import { refuseRestored, renewHistory } from '../../../src/platform/database/history.ts';
import { openDatabase, transaction } from '../../../src/platform/database/database.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { databaseProxy } from './database-proxy.ts';

const insert = `insert into notes values ($1)`;

test('behind a pooler nothing is written any more once the server has another history', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`create table notes (note integer not null)`);
  await renewHistory(world.db);
  const db = openDatabase(world.url, {
    connections: 2,
    name: 'facevalue test',
    prepare: false,
    checkConnection: refuseRestored,
  });
  try {
    await db.query(insert, [1]);
    await transaction(db, (tx) => tx.query(insert, [2]));
    // The pooler leads to a copy of the database that was promoted.
    await world.db.query(`update database_history set timeline = timeline - 1`);
    await assert.rejects(db.query(insert, [3]), DatabaseUnavailable);
    await assert.rejects(
      transaction(db, (tx) => tx.query(insert, [4])),
      DatabaseUnavailable,
    );
    const { rows } = await world.db.query<{ note: number }>(`select note from notes order by note`);
    assert.deepEqual(
      rows.map(({ note }) => note),
      [1, 2],
    );
  } finally {
    await db.end();
  }
});

test('behind a pooler a database without tables, of which nothing can be lost, is made', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`drop table database_history`);
  await using network = await databaseProxy(world.url);
  network.splitAnswers();
  const db = openDatabase(network.url, {
    connections: 1,
    name: 'facevalue test',
    prepare: false,
    checkConnection: refuseRestored,
  });
  try {
    await transaction(db, (tx) => tx.query(`create table notes (note integer not null)`));
    await db.query(insert, [1]);
    assert.equal((await world.db.query(`select from notes`)).rowCount, 1);
  } finally {
    await db.end();
  }
});
