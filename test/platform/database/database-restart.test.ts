import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterFolderOf } from '../../../src/platform/database/embedded/initialise-cluster.ts';
import { findPostmaster } from '../../../src/platform/database/embedded/running-server.ts';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/start.ts';
import { shopWorld, untilMore } from './shop-world.ts';

const lanes = 20;

/** Signals of `pg_ctl stop -m fast` and `-m immediate`; a fast stop waits for nobody. */
const stops = [
  ['fast', 'SIGINT'],
  ['immediate', 'SIGQUIT'],
] as const;

test('processes survive a fast and an immediate stop of the database under load and continue by themselves', async () => {
  await using running = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-restart-'));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  // It restarts when it is stopped from outside, like a service manager.
  const server = await startEmbeddedPostgres({ folder });
  running.defer(() => server.stop());
  const world = running.use(await shopWorld(server.url('postgres')));
  const serve = await world.start('serve');
  await world.start('work');

  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  for (const [, signal] of stops) {
    await untilMore(world, 100);
    const pid = findPostmaster(clusterFolderOf(folder));
    assert.ok(pid !== null);
    process.kill(pid, signal);
    while (findPostmaster(clusterFolderOf(folder)) === pid) await sleep(20);
    await untilMore(world, 100);
  }
  stop.abort();
  await placing;

  assert.ok(
    world.processes.every((one) => one.isAlive()),
    'the processes live',
  );
  const undecided = world.unanswered.filter(({ httpStatus }) => httpStatus !== null);
  assert.ok(undecided.length > 0, 'the stops were noticed');
  for (const { httpStatus, code } of undecided) assert.deepEqual([httpStatus, code], [503, 9000]);
  await world.assertWhole();
});
