import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../support/child-environment.ts';

export interface PlatformProcess extends AsyncDisposable {
  /** What the process printed when it was ready. */
  ready: { baseUrl: string; databaseUrl: string };
  pid: number;
  /** The signal that ended it; null if it ended by itself. */
  ended: Promise<NodeJS.Signals | null>;
  isAlive(): boolean;
  /** Null while it runs, or if a signal ended it. */
  exitCode(): number | null;
  /** Its log. */
  said(): string;
  kill(signal: NodeJS.Signals): Promise<NodeJS.Signals | null>;
}

/** The tests' key, so that they can open what the process seals. */
export const testMasterKey = Buffer.alloc(32, 7);

const root = join(import.meta.dirname, '../..');

/** Starts a program of this repository and waits for its line of JSON that says it is ready. */
export async function startProcess(
  args: string[],
  settings: Record<string, string>,
): Promise<PlatformProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...childEnvironment,
      PORT: '0',
      FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
      FACEVALUE_LOG: 'error',
      FACEVALUE_DNS_SERVERS: '127.0.0.1:9',
      // The same in every process, so that links and callbacks are the same.
      FACEVALUE_BASE_URL: 'http://gifts.example',
      ...settings,
    },
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_code, signal) => resolve(signal));
  });
  const firstLine = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const line = await Promise.race([firstLine, ended]);
  // A start that fails says so in JSON too, and then ends.
  const isReady = line !== null && line.startsWith('{') && !line.startsWith('{"error"');
  assert.ok(isReady, `The process did not start: ${line ?? ''} ${complaints}`);
  return {
    ready: JSON.parse(line) as PlatformProcess['ready'],
    pid: child.pid ?? 0,
    ended,
    exitCode: () => child.exitCode,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => complaints,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export const startPlatform = (settings: Record<string, string>): Promise<PlatformProcess> =>
  startProcess([join(import.meta.dirname, 'platform-child.ts')], settings);
