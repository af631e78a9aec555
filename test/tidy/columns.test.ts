import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedDatabase } from '../support/migrated-database.ts';
import { unsaidColumns } from './columns.ts';

test('every column that could hold a text says whose it is, and whether it is sealed', async () => {
  await using world = await migratedDatabase();
  const { db } = world;
  assert.deepEqual(await unsaidColumns(db), []);
  await db.query(`alter table requests add column nickname text`);
  const unsaid = 'requests.nickname: whose is it? A comment on the column is to say so';
  assert.deepEqual(await unsaidColumns(db), [unsaid]);
  await db.query(`comment on column requests.nickname is 'anybody'`);
  assert.deepEqual(await unsaidColumns(db), [unsaid]);
  await db.query(`comment on column requests.nickname is 'recipient, sealed: as a friend calls them'`);
  assert.equal((await unsaidColumns(db)).length, 1, 'the keyring does not know it');
  await db.query(`comment on column requests.nickname is 'recipient: as a friend calls them'`);
  assert.deepEqual(await unsaidColumns(db), []);
});
