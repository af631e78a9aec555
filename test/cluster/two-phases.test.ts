/** What is written in a cell and at the centre of a real cluster of Citus is committed in two phases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction, type Tx } from '../../src/platform/database/database.ts';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';

const now = new Date('2026-11-21T12:00:00+03:00');

const atCentre = (tx: Tx, kind: string) =>
  tx.query(`insert into guess_alarms (kind, ends_at, at) values ($1, $2, $2)`, [kind, now]);

test('the node of a cell decides for the centre', { skip: withoutCitus }, async () => {
  await using world = await clusterWorld();
  const shop = await world.client();
  const { db } = world.cellOf(shop);
  const inCell = (tx: Tx, name: string) =>
    tx.query(`update clients set name = $2 where id = $1`, [shop.id, name]);
  /** Citus notes there, in the transaction of the cell, what it has prepared elsewhere. */
  const prepared = async (): Promise<string[]> =>
    (await db.query<{ gid: string }>(`select gid from pg_dist_transaction`)).rows.map(({ gid }) => gid);

  const before = new Set(await prepared());
  const isNew = (gid: string): boolean => !before.has(gid);
  await transaction(db, (tx) => inCell(tx, 'alone'));
  assert.equal((await prepared()).some(isNew), false, 'one phase in the cell alone');
  await transaction(db, async (tx) => {
    await inCell(tx, 'both');
    await atCentre(tx, 'both');
  });
  assert.ok((await prepared()).some(isNew), 'two phases with the centre');
  const failed = transaction(db, async (tx) => {
    await atCentre(tx, 'none');
    await inCell(tx, 'none');
    throw new Error('given up');
  });
  await assert.rejects(failed, /given up/);
  const { rows: alarms } = await world.ctx.db.query<{ kind: string }>(`select kind from guess_alarms`);
  assert.deepEqual(alarms, [{ kind: 'both' }]);
  const { rows: names } = await db.query<{ name: string }>(`select name from clients where id = $1`, [
    shop.id,
  ]);
  assert.deepEqual(names, [{ name: 'both' }]);
});
