/** Older files of the database are put back under an installation: only a witness outside it can know. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeyring } from '../../../src/platform/secrets/keyring.ts';
import { testMasterKey } from '../../crash/platform-process.ts';
import { shopWorld, untilMore, type ShopWorld } from '../../platform/database/shop-world.ts';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { runMain, type Ran } from '../../support/run-main.ts';
import { copiedServer, type CopiedServer } from './copied-server.ts';

const lanes = 4;
const poolSize = 2000;
const patienceMs = 60_000;
const refusal = /restored from a backup.*run facevalue restored/;
const noFile = { FACEVALUE_HEARTBEAT_FILE: '' };

test('a copy that is put back is refused by every process until it is guarded, and sells no code again', async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await copiedServer());
  const world = running.use(await shopWorld(server.url));
  await poolOf(world);
  await sellSome(world, server);
  await server.copy();
  await sellSome(world, server);
  const lost = await soldCodes(world);
  await server.putBack();
  const known = await soldCodes(world);
  assert.ok(lost.size > known.size + 20, `${lost.size} were sold, ${known.size} are known`);

  const refused = async (args: string[], settings?: Record<string, string>): Promise<void> => {
    const ran = await run(server, args, settings);
    assert.equal(ran.code, 1, `${args.join(' ')} on a copy that was put back: ${ran.out}`);
    assert.match(ran.err, refusal);
  };
  await refused(['serve']);
  // Whoever has no file knows it from whoever has one.
  await Promise.all([refused(['work']), refused(['serve'], noFile), refused(['work'], noFile)]);
  await refused(['client', 'add', '--name', 'Клуб'], noFile);
  assert.match((await run(server, ['verify'], noFile)).out, /^BROKEN .*restored from a backup/m);

  assert.equal((await run(server, ['restored', 'begin', '--margin', '1000'])).code, 0);
  assert.doesNotMatch((await run(server, ['verify'])).out, /^BROKEN/m);
  await sellSome(world, server);
  const again = [...(await soldCodes(world))].filter((id) => lost.has(id) && !known.has(id));
  assert.deepEqual(again, [], 'sold a second time');
});

test('a command is the first to know of a copy that is put back', async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await copiedServer());
  const world = running.use(await shopWorld(server.url));
  await poolOf(world);
  await sellSome(world, server);
  await server.copy();
  await sellSome(world, server);
  await server.putBack();
  assert.match((await run(server, ['verify'])).out, /^BROKEN .*restored from a backup/m);
  assert.match((await run(server, ['serve'], noFile)).err, refusal);
  assert.equal((await run(server, ['restored', 'moved', '--reason', 'nothing was sold'])).code, 0);
  await sellSome(world, server);
});

test('a process that runs while the files are put back ends at once', async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await copiedServer());
  const world = running.use(await shopWorld(server.url));
  await poolOf(world);
  await sellSome(world, server);
  await server.copy();
  const settings = { FACEVALUE_HEARTBEAT_FILE: server.heartbeatFile };
  const serve = await world.start('serve', settings);
  const stop = new AbortController();
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await Promise.all([untilMore(world, 60), untilBeats(world, 3)]);
  const acknowledged = world.accepted.size;
  await server.putBack();
  await serve.process.ended;
  stop.abort();
  await placing;
  assert.match(serve.process.said(), /the database was restored/);
  assert.ok(
    world.accepted.size <= acknowledged + lanes,
    'none but those that were under way is acknowledged',
  );
});

test('a heartbeat file that is lost, unreadable or another’s: the first two stop nothing, the third stops a start', async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await copiedServer());
  const world = running.use(await shopWorld(server.url));
  await poolOf(world);
  await sellSome(world, server);
  rmSync(server.heartbeatFile);
  await sellSome(world, server, { warning: /there was no heartbeat file/ });
  writeFileSync(server.heartbeatFile, '');
  await sellSome(world, server, { warning: /it is no heartbeat/, beats: 0 });
  rmSync(server.heartbeatFile);
  await sellSome(world, server);
  const installation = '7d0c1b9c-51a5-4d7a-9b6e-2f6f0a9b6a11';
  writeFileSync(server.heartbeatFile, JSON.stringify({ facevalue_heartbeat: 1, installation, beat: 1 }));
  const ran = await run(server, ['serve']);
  assert.equal(ran.code, 1);
  assert.match(ran.err, /heartbeat file .* is not of this database/);
});

async function poolOf(world: ShopWorld): Promise<void> {
  const keyring = await openKeyring(world.db, testMasterKey, new Date());
  const place = { db: world.db, keyring, now: () => new Date() };
  world.product = await addProduct(place, { facesRoubles: [500] });
  await addCodes(place, world.product, 500, freshCodes(poolSize));
}

/** Until there was time for beats; then the processes are killed. */
async function sellSome(
  world: ShopWorld,
  server: CopiedServer,
  { warning, beats = 3 }: { warning?: RegExp; beats?: number } = {},
): Promise<void> {
  const settings = { FACEVALUE_HEARTBEAT_FILE: server.heartbeatFile, FACEVALUE_LOG: 'warn' };
  const [serve, work] = [await world.start('serve', settings), await world.start('work', settings)];
  const stop = new AbortController();
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await Promise.all([untilMore(world, 60), untilBeats(world, beats)]);
  stop.abort();
  await placing;
  await untilIssued(world);
  await Promise.all([serve, work].map((one) => one.process.kill('SIGKILL')));
  if (warning !== undefined) assert.match(serve.process.said() + work.process.said(), warning);
}

const beatsOf = async ({ db }: ShopWorld): Promise<number> => {
  const { rows } = await db.query<{ beat: number }>(`select beat from database_history`);
  return rows[0]?.beat ?? 0;
};

async function untilBeats(world: ShopWorld, count: number): Promise<void> {
  if (count === 0) return;
  const first = (await beatsOf(world)) + 1;
  await until(async () => (await beatsOf(world)) >= first + count, 'there are no beats');
}

const untilIssued = (world: ShopWorld): Promise<void> =>
  until(async () => {
    const { rows } = await world.db.query(`select from requests where state = 'queued' limit 1`);
    return rows.length === 0;
  }, 'orders are not issued');

async function until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, otherwise);
    await sleep(50);
  }
}

async function soldCodes({ db }: ShopWorld): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(`select id from codes where state = 'sold'`);
  return new Set(rows.map(({ id }) => id));
}

const run = (
  { url, heartbeatFile }: CopiedServer,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ran> =>
  runMain(args, {
    DATABASE_URL: url,
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
    FACEVALUE_HEARTBEAT_FILE: heartbeatFile,
    FACEVALUE_LOG: 'error',
    PORT: '0',
    ...settings,
  });
