import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/start.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { shopWorld, untilMore, type RunningRole, type ShopWorld } from './shop-world.ts';

const patienceMs = 60_000;
const diskMegabytes = 200;

async function untilReadiness(serve: RunningRole, wanted: number): Promise<string> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${serve.url}/readyz`);
    const body = await answer.text();
    if (answer.status === wanted) return body;
    assert.ok(performance.now() < deadline, `/readyz stays at ${answer.status} ${body}`);
    await sleep(100);
  }
}

/** Orders get 503 and the process is not ready; then both recover by themselves. */
async function tellApart(world: ShopWorld, serve: RunningRole, trouble: Trouble): Promise<void> {
  const stop = new AbortController();
  await untilReadiness(serve, 200);
  const placing = world.placeStubbornly(serve, { lanes: 8, signal: stop.signal });
  try {
    await untilMore(world, 20);
    await trouble.begin();
    const before = world.unanswered.length;
    const deadline = performance.now() + patienceMs;
    while (world.unanswered.length < before + 20) {
      assert.ok(performance.now() < deadline, 'orders are still accepted');
      await sleep(20);
    }
    assert.match(await untilReadiness(serve, 503), trouble.details);
    await trouble.end();
    await untilReadiness(serve, 200);
    await untilMore(world, 20);
  } finally {
    stop.abort();
    await placing;
  }
}

interface Trouble {
  begin(): Promise<void>;
  end(): Promise<void>;
  details: RegExp;
}

test('readiness fails while the database refuses writes', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const serve = await world.start('serve');
  const name = new URL(database.url).pathname.slice(1);
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    // Sessions take the setting when they begin.
    await database.db
      .query(`begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  };
  await tellApart(world, serve, {
    begin: () => setReadOnly('on'),
    end: () => setReadOnly('off'),
    details: /takes no writes/,
  });
});

test('a full disk of the database ends readiness and nothing else, and no order is lost or doubled', async (context) => {
  await using running = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-disk-'));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch {
    return context.skip('a disk of its own needs the right to mount one');
  }
  running.defer(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
  const server = await startEmbeddedPostgres({ folder, settings: { max_wal_size: '64MB' } });
  running.defer(() => server.stop());
  const world = running.use(await shopWorld(server.url('postgres')));
  const serve = await world.start('serve');
  await world.start('work');
  const ballast = join(folder, 'ballast');
  await tellApart(world, serve, {
    begin: async () => {
      // A whole segment of the log is free: PostgreSQL without one ends, and somebody else must start it again.
      await world.db.query(`select pg_switch_wal()`);
      await world.db.query(`checkpoint`);
      await fill(ballast);
    },
    end: () => rm(ballast),
    details: /takes no writes|does not answer/,
  });
  assert.ok(
    world.unanswered.every(
      ({ httpStatus, code }) => httpStatus === 503 || code === 1003 || httpStatus === null,
    ),
    'no order was refused for good',
  );
  await world.assertWhole();
});

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const chunk = Buffer.alloc(65_536);
  try {
    for (;;) await file.write(chunk);
  } catch (problem) {
    assert.equal((problem as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    await file.close();
  }
}
