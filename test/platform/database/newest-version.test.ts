/** A row that is looked for from its newest version is the same one that its key leads to, wherever its versions lie and whoever changes it meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction, type Database, type Sql } from '../../../src/platform/database/database.ts';
import { joinNewest, newestOfEach } from '../../../src/platform/database/newest-version.ts';
import { holdSnapshot } from '../../support/hold-snapshot.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { untilLockAwaited } from '../../properties/race-place.ts';

const fillers = 1000;
const updates = 100;
const writers = 6;

/** Rows of keys side by side, behind many pages that have become free. */
async function makeTable(db: Database): Promise<void> {
  await db.query(
    `create table counted (owner bigint, name text, count bigint not null, primary key (owner, name))`,
  );
  await db.query(`insert into counted select 9, 'filler ' || n, 0 from generate_series(1, ${fillers}) n`);
  await db.query(
    `insert into counted select owner, name, 0 from generate_series(1, 3) owner, unnest(array['a', 'b', 'c']) name`,
  );
  await db.query(`delete from counted where owner = 9`);
  await db.query(`vacuum counted`);
}

const asked = `from unnest($1::bigint[], $2::text[]) as w (owner, name)`;
const newest = (columns: string, lock?: 'for update'): string =>
  joinNewest('counted', {
    key: { owner: 'w.owner', name: 'w.name' },
    columns,
    as: 'newest',
    ...(lock && { lock }),
  });

async function read(db: Sql, owners: number[], names: string[], lock?: 'for update') {
  const { rows } = await db.query<{ owner: number; name: string; count: number | null }>(
    `select w.owner, w.name, newest.count ${asked} ${lock ? '' : 'left'} ${newest('count', lock)}`,
    [owners, names],
  );
  return rows;
}

/** Adds one to the count of each, as balances are moved: locked first, then found again. */
const addOne = (db: Database, owners: number[], names: string[]): Promise<number | null> =>
  transaction(db, async (tx) => {
    await read(tx, owners, names, 'for update');
    const { rowCount } = await tx.query(
      `update counted set count = counted.count + 1 ${asked} ${newest('ctid as place')} where counted.ctid = newest.place`,
      [owners, names],
    );
    return rowCount;
  });

const order = ['a', 'b', 'c'];

test('each key leads to its one row while versions lie before and behind each other', async () => {
  await using world = await migratedDatabase({ connections: writers + 2 });
  const { db } = world;
  await makeTable(db);
  await using _ = await holdSnapshot(db);
  await Promise.all(
    Array.from({ length: writers }, async (_none, writer) => {
      for (let done = 0; done < updates; done += 1)
        assert.equal(await addOne(db, [1, 1, 2], [...order.slice(0, 2), at(order, writer + done)]), 3);
    }),
  );
  const all = [1, 2, 3, 4].flatMap((owner) =>
    ['', 'a', 'aa', 'b', 'c', 'd'].map((name) => ({ owner, name })),
  );
  const found = await read(
    db,
    all.map(({ owner }) => owner),
    all.map(({ name }) => name),
  );
  const { rows: byKey } = await db.query<{ owner: number; name: string; count: number }>(
    `select owner, name, count from counted order by owner, name`,
  );
  assert.deepEqual(found.filter(({ count }) => count !== null).toSorted(byOwnerAndName), byKey);
  assert.equal(byKey.length, 9);
  const total = (owner: number, names: string[]): number =>
    byKey
      .filter((row) => row.owner === owner && names.includes(row.name))
      .reduce((sum, row) => sum + row.count, 0);
  assert.equal(total(1, ['a']), writers * updates);
  assert.equal(total(1, ['b']), writers * updates);
  assert.equal(total(2, order), writers * updates);
  assert.equal(total(3, order), 0);

  const { rows: each } = await db.query<{ name: string; count: number }>(
    `with recursive ${newestOfEach('counted', { name: 'each', group: { owner: '$1::bigint' }, each: { column: 'name', from: `'b'` }, columns: ['count'] })}
     select name, count from each`,
    [2],
  );
  assert.deepEqual(
    each,
    byKey
      .filter(({ owner, name }) => owner === 2 && name >= 'b')
      .map(({ name, count }) => ({ name, count }))
      .toReversed(),
  );
});

test('who waits for the lock of a row gets what was committed, and nothing of a row that was deleted', async () => {
  await using world = await migratedDatabase({ connections: 4 });
  const { db } = world;
  await makeTable(db);
  for (const { change, expected } of [
    { change: `update counted set count = 7 where owner = 1 and name = 'b'`, expected: [7] },
    { change: `delete from counted where owner = 1 and name = 'b'`, expected: [] },
  ]) {
    const first = await db.connect();
    await first.query('begin');
    await first.query(change);
    const waiting = transaction(db, (tx) => read(tx, [1], ['b'], 'for update'));
    await untilLockAwaited(db);
    await first.query('commit');
    first.release();
    assert.deepEqual(
      (await waiting).map(({ count }) => count),
      expected,
    );
  }
});

const at = (names: string[], index: number): string => names[index % names.length] ?? '';

const byOwnerAndName = (
  one: { owner: number; name: string },
  other: { owner: number; name: string },
): number => one.owner - other.owner || (one.name < other.name ? -1 : 1);
