import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { MigratedDatabase } from '../support/migrated-database.ts';
import { childEnvironment } from '../support/child-environment.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

export const folder = mkdtempSync(join(tmpdir(), 'facevalue-commands-'));
after(() => rmSync(folder, { recursive: true }));

interface Ran {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

/** Runs the program on the world's database, as an operator would. */
export function run(
  world: MigratedDatabase | null,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: {
      ...childEnvironment,
      FACEVALUE_DATA: folder,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: world?.url ?? 'postgres://127.0.0.1:1/nowhere',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, signal: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ ...ran, code, signal }));
  });
}

/** The answer of a command that must succeed. */
export async function json(world: MigratedDatabase, ...args: string[]): Promise<Record<string, unknown>> {
  const ran = await run(world, [...args, '--json']);
  assert.equal(ran.code, 0, ran.out + ran.err);
  return JSON.parse(ran.out);
}
