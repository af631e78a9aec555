/** Processes that this run starts and ends. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { whenStopped } from './stop-run.ts';

const endLimitMs = 25_000;
const root = join(import.meta.dirname, '../..');
const endWithParent = new URL('../../bin/end-with-boot.mjs', import.meta.url).href;

export interface OwnProcess {
  child: ChildProcess;
  stop(): Promise<void>;
  /** At once, for processes that would wait for a peer that never answers. */
  kill(): Promise<void>;
}

/** Starts a file of this package with the same Node. It ends with us, even if we are killed. */
export function startOwn(
  file: string,
  args: string[],
  options: { env?: Record<string, string>; flags?: string[] } = {},
): OwnProcess {
  const stopped = whenStopped(() => kill());
  const child = fork(join(root, file), args, {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', endWithParent, ...(options.flags ?? [])],
    // No settings of the caller affect the measurement.
    env: options.env ?? {},
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => stopped.forget());
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (): Promise<void> => {
    if (!hasEnded()) child.kill('SIGKILL');
    await ended;
  };
  return {
    child,
    async stop() {
      if (hasEnded()) return;
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
      await ended;
      clearTimeout(giveUp);
    },
    kill,
  };
}
