/** Processes that this run starts and ends. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Processes started by this run; it ends these and no others. */
const own = new Set<ChildProcess>();
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
  const child = fork(join(root, file), args, {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', endWithParent, ...(options.flags ?? [])],
    // No settings of the caller affect the measurement.
    env: options.env ?? {},
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  own.add(child);
  const ended = once(child, 'exit').then(() => own.delete(child));
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
      await ended;
      clearTimeout(giveUp);
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** At the end of an interrupted run. */
export async function stopAllOwn(): Promise<void> {
  await Promise.all(
    [...own].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(giveUp);
    }),
  );
}
