/** If a transaction does not begin (its `begin` was cancelled), none of its statements is executed, not even alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openShared,
  pipelinedTransaction,
  transaction,
  transactionAtOnce,
  type Database,
  type Tx,
} from '../../../src/platform/database/database.ts';
import { serversOf } from '../../../src/platform/database/servers.ts';
import { migratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';

/** Connections whose transactions the server refuses to begin. */
const neverBegins = ({ url }: MigratedDatabase): Database =>
  openShared(url, {
    connections: 1,
    name: 'facevalue refused',
    way: {
      servers: serversOf(url),
      extend: (Base) =>
        class extends Base {
          override beginText = 'begin isolation level none';
        },
    },
  });

const note = (tx: Tx) => tx.query(`insert into notes values (1)`);

test('nothing is written by a transaction that does not begin, however its statements are sent', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`create table notes (note integer not null)`);
  const db = neverBegins(world);
  try {
    const tries = [
      transaction(db, note),
      pipelinedTransaction(db, (tx) => Promise.resolve({ result: null, written: note(tx) })),
      transactionAtOnce(db, (tx) => Promise.all([note(tx), note(tx)])),
    ];
    for (const done of await Promise.allSettled(tries)) {
      assert.equal(done.status, 'rejected');
      assert.equal(done.reason.code, '42601');
    }
    assert.equal((await world.db.query(`select from notes`)).rowCount, 0);
    const { rows } = await db.query<{ one: number }>(`select 1 as one`);
    assert.deepEqual(rows, [{ one: 1 }], 'the connection can be used again');
  } finally {
    await db.end();
  }
});
