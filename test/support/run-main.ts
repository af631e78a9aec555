import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

export interface Ran {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ran>;
}

/** Starts the program with these settings and no others. */
export function startMain(args: string[], env: Record<string, string>, input = ''): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, signal: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
  child.stdin.end(input);
  const ended = new Promise<Ran>((resolve) => {
    child.once('close', (code, signal) => resolve({ ...ran, code, signal }));
  });
  return { child, ended };
}

/** Runs the program to its end. */
export const runMain = (args: string[], env: Record<string, string>, input = ''): Promise<Ran> =>
  startMain(args, env, input).ended;
