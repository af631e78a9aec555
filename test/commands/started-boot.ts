/** The boot process, started and listened to. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

export interface Started {
  boot: ChildProcess;
  output: { out: string; err: string };
  exit: Promise<number | null>;
}

export function spawnAndListen(args: string[], env: Record<string, string> = {}): Started {
  // The test runner's variable would make a child process believe it is a test file.
  const { NODE_TEST_CONTEXT: _, npm_lifecycle_event: __, ...inherited } = process.env;
  const boot = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  });
  const output = { out: '', err: '' };
  boot.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  boot.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => boot.once('close', resolve));
  return { boot, output, exit };
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'it did not come to be in time');
    await sleep(30);
  }
}
