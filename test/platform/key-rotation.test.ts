import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { fingerprintText, masterOf } from '../../src/platform/secrets/master-key.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';
import { shopWorld, untilMore } from './database/shop-world.ts';
import { testMasterKey } from '../crash/platform-process.ts';

const next = Buffer.alloc(32, 9);
const both = {
  FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
  FACEVALUE_MASTER_KEY_NEXT: next.toString('base64'),
};
const lanes = 4;
const json = (ran: Ran): Record<string, unknown> => {
  assert.equal(ran.code, 0, ran.err);
  return JSON.parse(ran.out) as Record<string, unknown>;
};

test('both keys can be rotated under load, killed at each step and concurrently: no order fails, and everything opens', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const key = (words: string, more: Record<string, string> = {}): Promise<Ran> =>
    runMain(['key', ...words.split(' '), '--json'], { DATABASE_URL: database.url, ...both, ...more });
  const kill = async (words: string, at: string): Promise<void> => {
    assert.equal((await key(words, { FACEVALUE_CRASH_AT: `rotate-keys:${at}` })).code, null);
  };
  const serve = await world.start('serve', both);
  const work = await world.start('work', both);
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 20);

  await kill('rotate --data', 'before-commit');
  assert.equal((await mastersNow(world.db)).length, 3, 'nothing is left of a rotation that was killed');
  await kill('rotate --data', 'after-commit');
  assert.equal((await mastersNow(world.db)).length, 4);
  assert.equal((await key('rotate --data')).code, 1, 'its minute has not passed');
  await untilMore(world, 20);
  await kill('rotate --master', 'before-commit');
  assert.deepEqual(new Set(await mastersNow(world.db)), new Set([fingerprintOf(testMasterKey)]));
  await kill('rotate --master', 'after-commit');
  assert.equal(json(await key('rotate --master'))['rotated'], false, 'it was done');
  assert.deepEqual(new Set(await mastersNow(world.db)), new Set([fingerprintOf(next)]));

  // Not a whole minute, but more than two looks of every process.
  await world.db.query(`update sealing_keys set used_from = now() + interval '12 s' where version = 2`);
  const sealedBy = (): Promise<number[]> => codeVersions(world.db);
  const deadline = performance.now() + 60_000;
  while (!(await sealedBy()).includes(2)) {
    assert.ok(performance.now() < deadline, 'the new key came into use');
    await untilMore(world, 20);
  }
  // The settings follow: the next key alone, one process after another.
  const alone = { FACEVALUE_MASTER_KEY: next.toString('base64') };
  await world.start('work', alone);
  await work.process.kill('SIGTERM');
  await untilMore(world, 20);
  stop.abort();
  await placing;
  world.assertAllAnswered();
  await assertAllOpens(world.db);
  await world.assertWhole();
  assert.equal((await key('show', { FACEVALUE_MASTER_KEY_NEXT: '' })).code, 1, 'the old key is no more');
});

const fingerprintOf = (key: Buffer): string => fingerprintText(masterOf(key).fingerprint);
type Db = Parameters<typeof openKeyring>[0];

/** Which master key has sealed each data key. */
async function mastersNow(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ master: Buffer }>(
    `select master_fingerprint as master from sealing_keys`,
  );
  return rows.map(({ master }) => fingerprintText(master));
}

async function codeVersions(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ version: number }>(
    `select distinct get_byte(sealed, 0) * 256 + get_byte(sealed, 1) as version from codes order by 1`,
  );
  return rows.map(({ version }) => version);
}

/** With the next master key alone. */
async function assertAllOpens(db: Db): Promise<void> {
  const keyring = await openKeyring(db, next, new Date());
  const { rows } = await db.query<{ supplier_id: number; fingerprint: Buffer; sealed: Buffer }>(
    `select supplier_id, fingerprint, sealed from codes`,
  );
  assert.ok(rows.length > 0);
  for (const row of rows) assert.match(openCode(keyring, row.supplier_id, row).number, /\S/);
  assert.deepEqual(await codeVersions(db), [1, 2]);
}
