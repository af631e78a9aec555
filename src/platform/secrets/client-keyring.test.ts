import assert from 'node:assert/strict';
import { test } from 'node:test';
import { masterKey, migratedDatabase } from '../../../test/support/migrated-database.ts';
import { databaseProxy } from '../../../test/platform/database/database-proxy.ts';
import { addClient } from '../../clients/add-client.ts';
import { sealedCallbackSecrets } from '../../clients/client.ts';
import { openDatabase, transaction } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { isOfClient } from './client-keyring.ts';
import { openKeyring } from './keyring.ts';
import { resealColumn } from './reseal.ts';
import { rotateDataKey } from './rotate-keys.ts';

const present = { masterKey, nextMasterKey: null };
const versionOf = (sealed: Buffer): number => sealed.readUInt16BE(0) & 0x7fff;

test('a client is given a key: what it seals opens by it alone, in other processes too, and for no other client', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const other = await openKeyring(db, masterKey, now);
  const { id } = await addClient(db, keyring, { name: 'One' }, now);
  const { id: second } = await addClient(db, keyring, { name: 'Two' }, now);
  const sealed = keyring.ofClient(id).seal('a secret', 'row');
  assert.ok(isOfClient(sealed));
  assert.equal(keyring.ofClient(id).open(sealed, 'row'), 'a secret');
  assert.throws(() => keyring.ofClient(id).open(sealed, 'another row'));
  assert.throws(() => keyring.ofClient(second).open(sealed, 'row'));
  assert.throws(() => keyring.open(sealed, 'row'));

  assert.throws(() => other.ofClient(id).open(sealed, 'row'), /not known/);
  await other.knowClients(db, [id]);
  assert.equal(other.ofClient(id).open(sealed, 'row'), 'a secret');
  const { rows } = await db.query<{ callback_secret: Buffer }>(`select callback_secret from clients`);
  assert.ok(rows.every(({ callback_secret: secret }) => isOfClient(secret)));
});

test('a destroyed key opens nothing, in this process, in others and by the master key; what is written after it still opens', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const { id } = await addClient(db, keyring, { name: 'One' }, now);
  const other = await openKeyring(db, masterKey, now);
  const sealed = keyring.ofClient(id).seal('a secret', 'row');
  await assert.rejects(
    transaction(db, async (tx) => {
      await tx.query(`update client_sealing_keys set part = null where client_id = $1`, [id]);
    }),
    /destroyed_has_no_part/,
  );
  await keyring.destroyClientKey(db, id, now);
  assert.throws(() => keyring.ofClient(id).open(sealed, 'row'), /destroyed/);
  assert.equal(other.ofClient(id).open(sealed, 'row'), 'a secret');
  await other.reread(db, now);
  assert.throws(() => other.ofClient(id).open(sealed, 'row'), /destroyed/);
  const later = await openKeyring(db, masterKey, now);
  assert.throws(() => later.ofClient(id).open(sealed, 'row'), /destroyed/);
  const late = later.ofClient(id).seal('a late word', 'row');
  assert.equal(other.ofClient(id).open(late, 'row'), 'a late word');
});

test('keys of clients change with the data key, and wait for their use as it does', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const { id } = await addClient(db, keyring, { name: 'One' }, now);
  const old = keyring.ofClient(id).seal('a secret', 'row');
  assert.equal(versionOf(old), 1);
  await rotateDataKey(db, present, now);
  await keyring.reread(db, new Date(now.getTime() + 60_000));
  const fresh = keyring.ofClient(id).seal('a secret', 'row');
  assert.equal(versionOf(fresh), 2);
  for (const sealed of [old, fresh]) assert.equal(keyring.ofClient(id).open(sealed, 'row'), 'a secret');
});

test('a key that is not used yet seals nothing; sealing again brings values under the keys of clients, of a forgotten one none', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const { id } = await addClient(db, keyring, { name: 'One' }, now);
  const { id: gone } = await addClient(db, keyring, { name: 'Two' }, now);
  const context = sealedCallbackSecrets.context({ id });
  await db.query(`update client_sealing_keys set used_from = now() + interval '1 day'`);
  await db.query(`update clients set callback_secret = $2 where id = $1`, [id, keyring.seal('old', context)]);
  const waiting = await openKeyring(db, masterKey, now);
  assert.ok(!isOfClient(waiting.ofClient(id).seal('a secret', 'row')));
  const reseal = (version: number): Promise<number> =>
    resealColumn(
      { db, keyring, version, onBatch: (done) => (count += done), crashPoint: () => {} },
      sealedCallbackSecrets,
    );
  let count = 0;
  assert.equal(await reseal(1), 0);
  assert.equal(count, 0);

  await db.query(`update client_sealing_keys set used_from = null`);
  await keyring.destroyClientKey(db, gone, now);
  await keyring.reread(db, now);
  assert.equal(await reseal(2), 0);
  assert.equal(count, 1);
  const { rows } = await db.query<{ sealed: Buffer }>(
    `select callback_secret as sealed from clients where id = $1`,
    [id],
  );
  const sealed = rows[0]?.sealed ?? assert.fail();
  assert.ok(isOfClient(sealed));
  assert.equal(keyring.ofClient(id).open(sealed, context), 'old');
});

test('keys of a cell whose node is down are read once it answers, and nothing of its clients is sealed without them', async () => {
  await using world = await migratedDatabase();
  const { db, url, now } = world;
  await using proxy = await databaseProxy(url);
  const far = openDatabase(proxy.url, { connections: 1, name: 'facevalue test' });
  const { id } = await addClient(db, world.keyring, { name: 'One' }, now);
  const sealed = world.keyring.ofClient(id).seal('a secret', 'row');
  proxy.dropNewOnes();
  // The other cell is empty.
  await using empty = await migratedDatabase();
  const keyring = await openKeyring(db, masterKey, now, [{ db: empty.db }, { db: far }]);
  assert.throws(() => keyring.ofClient(id).seal('another', 'row'), DatabaseUnavailable);
  assert.throws(() => keyring.ofClient(id).open(sealed, 'row'), DatabaseUnavailable);
  await keyring.reread(db, now);
  assert.throws(() => keyring.ofClient(id).seal('another', 'row'), DatabaseUnavailable);
  proxy.heal();
  await keyring.reread(db, now);
  assert.equal(keyring.ofClient(id).open(sealed, 'row'), 'a secret');
  assert.ok(isOfClient(keyring.ofClient(id).seal('another', 'row')));
  await far.end();
});
