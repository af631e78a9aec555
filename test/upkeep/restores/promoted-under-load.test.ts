/** A copy is restored, and promoted, at the address of the lost server while the installation still runs: nothing of it is used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { shopWorld, untilMore, type ShopWorld } from '../../platform/database/shop-world.ts';
import { runMain } from '../../support/run-main.ts';
import { testMasterKey, type PlatformProcess } from '../../crash/platform-process.ts';
import { archivedServer, type EmbeddedArchivedServer } from './restored-server.ts';

/** Each time the copy is promoted, every other time under processes that are paused meanwhile. */
const promotions = Number(process.env['FACEVALUE_TEST_PROMOTIONS'] ?? 2);
const lanes = 8;
/** For how long the copy is there before it is promoted: connections are opened meanwhile. */
const replayingMs = 1500;
const endsWithinMs = 30_000;

test(`a copy promoted under load ${promotions} times, also under paused processes, accepts nothing and ends them`, async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await archivedServer());
  const world = running.use(await shopWorld(server.url));
  let instant: Date | null = null;
  for (let round = 0; round < promotions; round += 1) {
    const [serve, work] = [await world.start('serve'), await world.start('work')];
    const stop = new AbortController();
    const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
    await untilMore(world, 30);
    if (instant === null) {
      await server.backUp();
      await untilMore(world, 30);
      instant = new Date();
    }
    await untilMore(world, 60);
    await server.archive();
    await server.kill();
    await sleep(100);
    const acknowledged = new Map(world.accepted);
    await replayAndPromote(server, instant, round % 2 === 1 ? [serve.process, work.process] : []);
    const ends = [serve.process, work.process].map((one) =>
      Promise.race([one.ended, sleep(endsWithinMs, 'late' as const, { ref: false })]),
    );
    await Promise.all(ends);
    stop.abort();
    await placing;
    const since = world.accepted.size - acknowledged.size;
    assert.equal(since, 0, `${since} orders were acknowledged by the copy`);
    await assertUntouched(world, instant);
    await Promise.all([endedByThemselves(serve.process), endedByThemselves(work.process)]);
    await assertRefused(server.url);
    await server.restart();
  }
});

async function replayAndPromote(
  server: EmbeddedArchivedServer,
  instant: Date,
  paused: PlatformProcess[],
): Promise<void> {
  await server.replay(instant);
  await sleep(replayingMs);
  for (const one of paused) process.kill(one.pid, 'SIGSTOP');
  await server.promote();
  for (const one of paused) process.kill(one.pid, 'SIGCONT');
}

/** Without a signal, without draining: with the code of a failure. */
async function endedByThemselves(one: PlatformProcess): Promise<void> {
  const ended = await Promise.race([one.ended, sleep(endsWithinMs, 'late' as const, { ref: false })]);
  assert.equal(ended, null, `it goes on: ${one.said().slice(-2000)}`);
  assert.equal(one.exitCode(), 1);
  assert.match(one.said(), /the database was restored/);
}

/** The copy has what it was restored with, and nothing else. */
async function assertUntouched(world: ShopWorld, instant: Date): Promise<void> {
  const { rows } = await world.db.query<{ what: string; count: number }>(
    `select 'requests' as what, count(*) from requests where accepted_at > $1
     union all select 'certificates', count(*) from certificates where issued_at > $1
     union all select 'messages', count(*) from deliveries where leased_until > $1 + interval '10 minutes' or sent_at > $1`,
    [instant],
  );
  assert.deepEqual(
    rows.filter(({ count }) => count > 0),
    [],
  );
}

async function assertRefused(url: string): Promise<void> {
  const settings = {
    DATABASE_URL: url,
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
    FACEVALUE_LOG: 'error',
  };
  const proof = await runMain(['verify'], settings);
  assert.equal(proof.code, 1, 'what is not guarded is not right');
  assert.match(proof.out, /^BROKEN .*restored/m);
  const added = await runMain(['client', 'add', '--name', 'Клуб'], settings);
  assert.equal(added.code, 1);
  assert.match(added.err, /restored from a backup/);
}
