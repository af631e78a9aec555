/** Whoever stops the bench, at whatever moment, finds nothing left of it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const waitMs = 60_000;
const lookEveryMs = 50;

test('Ctrl-C while PostgreSQL is prepared', async () => {
  await using bench = startBench('npm', ['run', 'bench', '--', '--only', 'status']);
  await bench.says(/Preparing the embedded PostgreSQL/);
  process.kill(-bench.pid, 'SIGINT');
  await bench.leavesNothing();
});

test('a signal to npm alone, while it fills', async () => {
  await using bench = startBench('npm', ['run', 'bench', '--', '--only', 'pool-size']);
  await bench.says(/Preparing the embedded PostgreSQL/);
  await bench.says(/pool of 10 000: loading/);
  await bench.says(/pool of 1 000 000: loading/);
  process.kill(bench.pid, 'SIGINT');
  await bench.leavesNothing();
});

test('a signal to its process alone, while it measures', async () => {
  await using bench = startBench(process.execPath, ['bench/run.ts', '--only', 'status', '--quick']);
  await bench.says(/Preparing the embedded PostgreSQL/);
  await bench.says(/getStatus: issuing the orders/);
  await bench.says(/getStatus: ours/);
  process.kill(bench.pid, 'SIGTERM');
  await bench.leavesNothing();
});

/** In a process group of its own, as in a terminal, with a folder for all that is temporary. */
function startBench(command: string, args: string[]) {
  const temporary = mkdtempSync(join(tmpdir(), 'facevalue-test-bench-'));
  // Where PostgreSQL runs as another user, it passes through.
  chmodSync(temporary, 0o755);
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const { pid } = child;
  assert.ok(pid !== undefined);
  return {
    pid,
    async says(what: RegExp): Promise<void> {
      await until(() => what.test(said) || hasEnded(child), `it says ${String(what)}`);
      assert.match(said, what);
    },
    async leavesNothing(): Promise<void> {
      await until(
        () => groupHasEnded(pid) && usersOf(temporary).length === 0,
        'all its processes have ended',
      );
      assert.deepEqual(readdirSync(temporary), []);
      assert.match(said, /Stopping…/);
    },
    async [Symbol.asyncDispose]() {
      if (!groupHasEnded(pid)) process.kill(-pid, 'SIGKILL');
      await until(() => groupHasEnded(pid), 'it is killed');
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await sleep(lookEveryMs);
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function groupHasEnded(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Processes that have its temporary folder in their command or their environment. */
const usersOf = (folder: string): string[] =>
  process.platform !== 'linux'
    ? []
    : readdirSync('/proc').filter(
        (name) =>
          /^\d+$/.test(name) &&
          ['cmdline', 'environ'].some((file) => read(`/proc/${name}/${file}`).includes(folder)),
      );

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
