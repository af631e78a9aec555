import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestWorld } from './test-world.ts';
import { childEnvironment } from './child-environment.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the program on the world's database, as an operator would. */
export function runCommand(world: TestWorld, args: string[], input = ''): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: {
      ...childEnvironment,
      FACEVALUE_DATA: world.ctx.config.dataFolder,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: world.databaseUrl,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}
