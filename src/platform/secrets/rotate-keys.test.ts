import assert from 'node:assert/strict';
import { test } from 'node:test';
import { masterKey, migratedDatabase } from '../../../test/support/migrated-database.ts';
import { readSealedKeys } from './data-keys.ts';
import { openKeyring } from './keyring.ts';
import { fullPasswordCost } from './password.ts';
import { fingerprintText, masterOf } from './master-key.ts';
import { rotateDataKey, rotateMasterKey } from './rotate-keys.ts';

const present = { masterKey, nextMasterKey: null };
const next = Buffer.alloc(32, 9);
const rotating = { masterKey, nextMasterKey: next };
const versionOf = (sealed: Buffer): number => sealed.readUInt16BE(0);
const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

test('a new data key is known before it is used, and older keys still open their values', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  const keyring = await openKeyring(db, masterKey, now);
  assert.deepEqual(keyring.passwordCost, fullPasswordCost, 'only a test world has it lower');
  const [old, link, print] = [
    keyring.seal('code', 'row'),
    keyring.token('gift'),
    keyring.fingerprint('code'),
  ];
  const rotated = { is: 'rotated', version: 2, usedFrom: after(now, 60_000) };
  const once = { ...rotated, is: 'under-way' };
  const twice = await Promise.all([1, 2].map(() => rotateDataKey(db, present, now)));
  assert.deepEqual(
    twice.toSorted((one, other) => one.is.localeCompare(other.is)),
    [rotated, once],
  );
  assert.deepEqual(await rotateDataKey(db, present, after(now, 59_000)), once);

  await keyring.reread(db, after(now, 59_999));
  assert.equal(versionOf(keyring.seal('code', 'row')), 1);
  const early = await openKeyring(db, masterKey, after(now, 60_000));
  const fresh = early.seal('code', 'row');
  assert.equal(versionOf(fresh), 2);
  assert.equal(keyring.open(fresh, 'row'), 'code', 'who seals with the older one opens the newer');
  assert.equal(early.open(old, 'row'), 'code');
  await keyring.reread(db, after(now, 60_000));
  assert.equal(versionOf(keyring.seal('code', 'row')), 2);
  for (const one of [keyring, early]) {
    assert.equal(one.token('gift'), link);
    assert.ok(one.fingerprint('code').equals(print));
  }
});

test('during a rotation both master keys open, afterwards only the next; a wrong one gets an error with both fingerprints', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  const sealed = world.keyring.seal('code', 'row');
  const opens = async (keys: Parameters<typeof openKeyring>[1]): Promise<boolean> =>
    (await openKeyring(db, keys, now)).open(sealed, 'row') === 'code';
  assert.ok(await opens(rotating));
  assert.deepEqual(await rotateMasterKey(db, present), { is: 'no-next' });
  assert.deepEqual(await rotateMasterKey(db, { masterKey, nextMasterKey: masterKey }), { is: 'same' });
  const { fingerprint } = masterOf(next);
  const done = await Promise.all([1, 2].map(() => rotateMasterKey(db, rotating)));
  assert.deepEqual(done.map(({ is }) => is).toSorted(), ['rotated', 'rotated-before']);
  assert.ok(await opens(rotating));
  assert.ok(await opens(next));
  await assert.rejects(openKeyring(db, masterKey, now), (problem: Error) => {
    assert.equal(problem.name, 'StartProblem');
    for (const one of [fingerprint, masterOf(masterKey).fingerprint])
      assert.ok(problem.message.includes(fingerprintText(one)));
    return true;
  });
});

test('a data key made during a rotation of the master key is sealed with the next one', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  await rotateMasterKey(db, rotating);
  await rotateDataKey(db, rotating, now);
  await openKeyring(db, next, now);
  const masters = (await readSealedKeys(db)).map((row) => row.master_fingerprint?.toString('hex'));
  assert.deepEqual(new Set(masters), new Set([masterOf(next).fingerprint.toString('hex')]));
});

test('a process that cannot open a newer key continues with its own and logs it', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  const left = await openKeyring(db, masterKey, now);
  await rotateMasterKey(db, rotating);
  await left.reread(db, now);
  assert.equal(left.problem(), null);
  await rotateDataKey(db, rotating, now);
  await left.reread(db, after(now, 60_000));
  assert.match(left.problem() ?? '', /does not open this database/);
  assert.equal(versionOf(left.seal('code', 'row')), 1);
});

test('keys without a fingerprint are opened by trying, and then get one', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  await db.query(`update sealing_keys set master_fingerprint = null`);
  await openKeyring(db, masterKey, now);
  await assert.rejects(openKeyring(db, next, now), /does not open this database/);
  assert.equal((await rotateMasterKey(db, rotating)).is, 'rotated');
  await openKeyring(db, next, now);
});
