/** Runs PostgreSQL's own programs. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { PostgresBinaries } from './binaries.ts';
import { serverEnvironment, type RunAs } from './run-as.ts';

export interface BinaryRun {
  binaries: PostgresBinaries;
  runAs: RunAs;
}

/** Starts a PostgreSQL binary in its own session, so that Ctrl-C reaches only us. */
export function spawnBinary(
  run: BinaryRun,
  binary: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const [command = binary, ...rest] = [...run.runAs.prefix, binary, ...args];
  return spawn(command, rest, {
    cwd: '/',
    detached: true,
    env: serverEnvironment(run.binaries.extraLibraryFolder),
    stdio,
    ...(run.runAs.uid === null ? {} : { uid: run.runAs.uid, gid: run.runAs.uid }),
  });
}

/** Runs a binary to its end; returns its exit code and output. */
export function runBinary(
  run: BinaryRun,
  binary: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnBinary(run, binary, args, ['ignore', 'pipe', 'pipe']);
    const said: string[] = [];
    child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output: said.join('') }));
  });
}
