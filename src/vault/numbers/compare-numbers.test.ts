import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeAsFormerly } from '../../../test/support/former-codes.ts';
import type { MigratedDatabase } from '../../../test/support/migrated-database.ts';
import {
  codesIn,
  load,
  reportOf,
  supplierId,
  worldWithPool,
} from '../../../test/support/pool-import-world.ts';
import { transaction } from '../../platform/database/database.ts';
import { verify } from '../../reports/verify.ts';
import { findCode } from '../find-code.ts';
import { codeFingerprint } from '../seal-code.ts';
import { compareNext } from './compare-numbers.ts';
import { findEqualNumbers } from './equal-numbers.ts';

const cyrillic = '\u0417\u0410\u0412330001';
const lookAlike = '\u0410\u0412\u0421330001';
const former = ['ABC330001', 'ABC\u200b330001', lookAlike, '\u0422\u041e\u0422-7', cyrillic];

async function worldOfFormer(): Promise<MigratedDatabase & { ids: number[] }> {
  const world = await worldWithPool();
  const rows = Array.from({ length: former.length + 1 }, (_, place) => [`FIRST-${place}`, '', 500]);
  reportOf(await load(world, [['Номер', 'ПИН', 'Номинал'], ...rows]), 'loaded');
  await world.db.query(`update codes set state = 'blocked'`);
  const ids = await storeAsFormerly(world, supplierId, former);
  return Object.assign(world, { ids });
}

const idOf = async ({ db, keyring }: MigratedDatabase, number: string): Promise<number | null> =>
  (await findCode(db, keyring, { supplierId, number }))?.codeId ?? null;

async function compareAll(world: MigratedDatabase): Promise<number> {
  const parts = { db: world.db, keyring: world.keyring, cell: null, crashPoint: () => {} };
  for (let batches = 0; ; batches += 1) if (!(await compareNext(parts))) return batches;
}

test('verify names codes that were loaded as different ones and have equal numbers', async () => {
  await using world = await worldOfFormer();
  const { ids } = world;
  for (const when of ['before they are compared', 'afterwards']) {
    const equal = await findEqualNumbers([world.db], world.keyring);
    assert.deepEqual(
      equal.map(({ codeId, equals, position, fileName }) => [codeId, equals, position, fileName]),
      ids.slice(0, 3).map((id, place) => [id, ids[0], place + 1, 'codes.xlsx']),
      when,
    );
    const { ok, checks } = await verify(world.db, () => {}, world.keyring);
    const check = checks.find(({ name }) => name === 'equal-numbers');
    assert.deepEqual([ok, check?.ok, check?.total], [false, false, 3]);
    assert.doesNotMatch(JSON.stringify(checks), /330001/);
    assert.equal(await compareAll(world), when === 'afterwards' ? 0 : 1);
  }
});

test('codes of before are found as they are spelled, and compared ones also as they look', async () => {
  await using world = await worldOfFormer();
  const { ids } = world;
  const spelled = async () => Promise.all(former.map((number) => idOf(world, number)));
  assert.deepEqual(await spelled(), ids, 'before they are compared');
  assert.equal(await idOf(world, 'TOT7'), null);
  await compareAll(world);
  assert.deepEqual(await spelled(), ids, 'afterwards');
  assert.equal(await idOf(world, 'TOT7'), ids[3]);
  assert.equal(await idOf(world, '3AB330001'), null, 'З is no 3');
  const numbers = (await codesIn(world)).map(({ number }) => number.replace(/\/$/, ''));
  assert.deepEqual(numbers.slice(0, 5), former, 'kept as they were given');
});

test('what is loaded is compared with codes of before, compared or not', async () => {
  for (const compared of [false, true]) {
    await using world = await worldOfFormer();
    if (compared) await compareAll(world);
    const rows = ['T-O-T 7', 'ABC\u2212330001', cyrillic, lookAlike, 'NEW-1'].map((number) => [
      number,
      '',
      500,
    ]);
    const report = reportOf(
      await load(world, [['Номер', 'ПИН', 'Номинал'], ...rows], { skipDuplicates: true }),
      'loaded',
    );
    assert.deepEqual(
      [report.loaded, report.duplicatesInFile.total, report.duplicatesInVault.total],
      [1, 1, 3],
    );
  }
});

test('comparing goes on where it was broken off, and never beside a code that has the fingerprint meanwhile', async () => {
  await using world = await worldWithPool();
  const count = 1201;
  const rows = Array.from({ length: count }, (_, place) => [`N${place}`, '', 500]);
  reportOf(await load(world, [['Номер', 'ПИН', 'Номинал'], ...rows]), 'loaded');
  const numbers = Array.from({ length: count }, (_, place) => `\u0410\u0412-${place}`);
  await storeAsFormerly(world, supplierId, numbers);
  const parts = { db: world.db, keyring: world.keyring, cell: null, crashPoint: () => {} };
  await assert.rejects(
    compareNext({
      ...parts,
      crashPoint: () => {
        throw new Error('broken off');
      },
    }),
    /broken off/,
  );
  await Promise.all([compareNext(parts), compareNext(parts)]);
  await compareAll(world);
  const { rows: stored } = await transaction(world.db, (tx) =>
    tx.query<{ fingerprint: Buffer }>(`select fingerprint from codes order by id`),
  );
  stored.forEach(({ fingerprint }, place) =>
    assert.ok(fingerprint.equals(codeFingerprint(world.keyring, supplierId, `AB${place}`)), String(place)),
  );
  assert.equal((await codesIn(world)).length, count);
});
