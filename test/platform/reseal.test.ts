import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rereadMs } from '../../src/platform/secrets/follow-keys.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { rotateDataKey } from '../../src/platform/secrets/rotate-keys.ts';
import { resealAll, type Resealed } from '../../src/upkeep/resealing/reseal-all.ts';
import { sealedColumns } from '../../src/upkeep/resealing/sealed-columns.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { testMasterKey } from '../crash/platform-process.ts';
import { addCodes, addProduct, freshCodes } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';
import { shopWorld, untilMore, type ShopWorld } from './database/shop-world.ts';

const lanes = 4;
const pooled = 3000;
const patienceMs = 60_000;

type Db = Parameters<typeof openKeyring>[0];

/** What the keyring does not seal: hashes, public keys, files that hold no secrets, and the data keys themselves. */
const notSealed =
  'activation_letters.token_hash approvals.payload_hash audit.hash audit_heads.hash bulk_orders.file_hash bulk_parts.hash catalogue_imports.bytes certificates.token_hash client_looks.logo client_sealing_keys.part code_places.fingerprint codes.fingerprint dealt_codes.fingerprint erasures.address_hash exchange_attempts.code_fingerprint history_pieces.sha256 idempotency.parameters import_codes.fingerprint integration_access.token_hash mails.content_hash master_key_backups.fingerprint passkeys.public_key pictures.bytes pool_drafts.file_hash questionnaire_files.bytes receipt_codes.phone_hash recovery_codes.code_hash sealed_days.seal sealing_keys.master_fingerprint sealing_keys.sealed_key sessions.token_hash setup_links.token_hash throttle_counts.key till_sessions.token_hash';

test('what an older key sealed is sealed again under load, also after a kill; then the old key is needed by nothing', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const place = {
    db: world.db,
    keyring: await openKeyring(world.db, testMasterKey, new Date()),
    now: () => new Date(),
  };
  await addCodes(place, await addProduct(place), 500, freshCodes(pooled));
  const key = (words: string, crashAt = ''): Promise<Ran> =>
    runMain(['key', ...words.split(' '), '--json'], {
      DATABASE_URL: database.url,
      FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
      FACEVALUE_CRASH_AT: crashAt,
    });
  const serve = await world.start('serve');
  const work = await world.start('work');
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 20);

  assert.equal((await key('rotate --data')).code, 0);
  const early = await key('reseal');
  assert.match(early.out, /"too-early"/);
  // Before it is used every process has read it, as in the half minute of a real rotation.
  await sleep(2 * rereadMs);
  await world.db.query(`update sealing_keys set used_from = now() - interval '31 s' where version = 2`);
  const deadline = performance.now() + patienceMs;
  while ((await newestCodeVersion(world)) < 2) {
    assert.ok(performance.now() < deadline, 'the new key came into use');
    await untilMore(world, 5);
  }

  const before = await sealedByFirst(world);
  assert.equal((await key('reseal', 'reseal:after-batch#4')).code, null);
  const left = await sealedByFirst(world);
  assert.ok(left > 0 && left < before, `${left} of ${before} values are left by a kill`);
  assert.deepEqual(await sealingStates(key), ['opens older', 'in use']);
  const again = await key('reseal');
  assert.equal(again.code, 0, again.err);
  assert.equal(await sealedByFirst(world), 0);
  assert.deepEqual(await sealingStates(key), ['unused', 'in use']);
  assert.equal((JSON.parse((await key('reseal')).out) as { resealed: number }).resealed, 0);

  // Nothing needs it: without it new processes do all their work, and every code opens.
  await world.db.query(`delete from sealing_keys where purpose = 'seal' and version = 1`);
  await world.start('work');
  await work.process.kill('SIGTERM');
  await untilMore(world, 20);
  stop.abort();
  await placing;
  world.assertAllAnswered();
  const keyring = await openKeyring(world.db, testMasterKey, new Date());
  const { rows } = await world.db.query<{ supplier_id: number; fingerprint: Buffer; sealed: Buffer }>(
    `select supplier_id, fingerprint, sealed from codes`,
  );
  assert.ok(rows.length > pooled);
  for (const row of rows) assert.match(openCode(keyring, row.supplier_id, row).number, /\S/);
  await world.assertWhole();
});

test('a row that somebody holds is not waited for, and the old key stays needed until it is sealed too', async () => {
  await using database = await migratedDatabase();
  const { db, now } = database;
  const minutesLater = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  await addCodes(
    { ...database, now: () => now },
    await addProduct({ ...database, now: () => now }),
    500,
    freshCodes(2),
  );
  await rotateDataKey(db, { masterKey: testMasterKey, nextMasterKey: null }, minutesLater(1));
  const later = minutesLater(10);
  const keyring = await openKeyring(db, testMasterKey, later);
  const reseal = (): Promise<Resealed> =>
    resealAll({ db, cells: [], keyring }, { now: later, onProgress: () => {}, crashPoint: () => {} });
  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('select 1 from codes limit 1 for update');
  const some = await reseal();
  assert.ok(some.is === 'some-left' && some.left === 1);
  await holder.query('rollback');
  holder.release();
  assert.deepEqual(await unusedVersions(db), []);
  assert.deepEqual(await reseal(), { is: 'done', version: 2, count: 1 });
  assert.deepEqual(await unusedVersions(db), [1]);
});

test('each column of bytes is either sealed again or known not to be sealed', async () => {
  await using database = await migratedDatabase();
  const { rows } = await database.db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...sealed, ...notSealed.split(' ')].toSorted(),
  );
});

test('what a value is bound to is among the columns that are read', () => {
  for (const column of sealedColumns) {
    const { table, key, reads = [] } = column;
    const asked: string[] = [];
    const row = new Proxy({}, { get: (_, name) => (asked.push(String(name)), Buffer.alloc(1)) });
    column.context(row);
    const read = [...Object.keys(key), ...reads.map((name) => name.split(' as ').at(-1))];
    assert.ok(
      asked.every((name) => read.includes(name)),
      table,
    );
  }
});

async function unusedVersions(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ version: number }>(
    `select version from sealing_keys where unused_since is not null`,
  );
  return rows.map(({ version }) => version);
}

const versionsOf = (table: string, column: string): string =>
  `select (get_byte(${column}, 0) & 127) * 256 + get_byte(${column}, 1) as version from ${table} where ${column} is not null`;

async function newestCodeVersion({ db }: ShopWorld): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `select max(version) as version from (${versionsOf('codes', 'sealed')}) as sealed`,
  );
  return rows[0]?.version ?? 0;
}

/** How many values the first data key sealed, in all columns. */
async function sealedByFirst({ db }: ShopWorld): Promise<number> {
  const all = sealedColumns.map(({ table, column }) => versionsOf(table, column)).join(' union all ');
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from (${all}) as sealed where version = 1`,
  );
  return rows[0]?.count ?? 0;
}

async function sealingStates(key: (words: string) => Promise<Ran>): Promise<string[]> {
  const ran = await key('show');
  assert.equal(ran.code, 0, ran.err);
  const { keys } = JSON.parse(ran.out) as { keys: { purpose: string; state: string }[] };
  return keys.filter(({ purpose }) => purpose === 'seal').map(({ state }) => state);
}
