import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { balancer, type Balancer } from './balancer.ts';
import { shopWorld, untilMore, type RunningRole, type ShopWorld } from './database/shop-world.ts';

/** `FACEVALUE_UPGRADES=10 npm test -- test/platform/rolling-upgrade.test.ts` for the long run. */
const upgrades = Number(process.env['FACEVALUE_UPGRADES'] ?? 1);
const lanes = 16;
const patienceMs = 60_000;
/** Longer than the balancer needs to notice, also on a busy machine. */
const draining = { FACEVALUE_DRAIN_SECONDS: '2' };

test(`every process replaced (rounds: ${upgrades}) under load: no order is lost, doubled, or has to be repeated`, async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const front = running.use(await balancer());
  const serving = [await startServe(world, front), await startServe(world, front)];
  let work = await world.start('work');
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(
    { url: front.url, process: work.process },
    { lanes, signal: stop.signal },
  );
  for (let upgrade = 1; upgrade <= upgrades; upgrade += 1) {
    await untilMore(world, 50);
    // What a later version may do while this one runs: docs/operating.md.
    await migrate(database.db, database.now, { folder: await laterVersion(running, upgrade) });
    for (const [place, old] of serving.entries()) {
      serving[place] = await startServe(world, front);
      await end(old);
      front.remove(old.url);
      await untilMore(world, 50);
    }
    await end(work);
    assert.equal(await leased(world), 0, 'a worker that ends keeps no lease');
    work = await world.start('work');
  }
  stop.abort();
  await placing;
  world.assertAllAnswered();
  assert.equal(front.refused, 0);
  await world.assertWhole();
});

test('a process whose port was taken meanwhile says so instead of counting as started', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const taken = createServer().listen(0, '127.0.0.1');
  running.defer(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await assert.rejects(
    world.start('serve', { PORT: String(port) }),
    new RegExp(`Port ${port} of .* is busy`),
  );
});

/** A folder with the migration of a later version. */
async function laterVersion(running: AsyncDisposableStack, version: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'facevalue-later-'));
  running.defer(() => rm(folder, { recursive: true }));
  const sql = `alter table requests add column of_version_${version} integer;`;
  await writeFile(join(folder, `9${String(version).padStart(3, '0')}-later.sql`), sql);
  return folder;
}

async function startServe(world: ShopWorld, front: Balancer): Promise<RunningRole> {
  const serve = await world.start('serve', draining);
  front.add(serve.url);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${serve.url}/readyz`).catch((error: unknown) =>
      assert.fail(`${String(error)}: exit ${serve.process.exitCode()}, ${serve.process.said()}`),
    );
    if (answer.ok) return serve;
    assert.ok(performance.now() < deadline, 'a started process becomes ready');
    await sleep(50);
  }
}

/** As systemd does, but nothing may be left for its SIGKILL. */
async function end({ process }: RunningRole): Promise<void> {
  const late = sleep(patienceMs, 'late', { ref: false });
  assert.equal(await Promise.race([process.kill('SIGTERM'), late]), null);
  assert.equal(process.exitCode(), 0, process.said());
}

async function leased({ db }: ShopWorld): Promise<number> {
  const { rows } = await db.query<{ leased: number }>(
    `select (select count(*) from callbacks where state = 'due' and leased_until > now())
       + (select count(*) from deliveries where state = 'due' and leased_until > now()) as leased`,
  );
  return rows[0]?.leased ?? 0;
}
