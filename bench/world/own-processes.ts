import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Processes that this run has started; it ends these and no others. */
const own = new Set<ChildProcess>();
const endLimitMs = 25_000;
const root = join(import.meta.dirname, '../..');
const endWithParent = new URL('../../bin/end-with-boot.mjs', import.meta.url).href;

export interface OwnProcess {
  child: ChildProcess;
  stop(): Promise<void>;
  /** At once, for what would otherwise wait for a peer that never answers. */
  kill(): Promise<void>;
}

/** Starts a file of this package on the same Node. It ends with us, also when we are killed outright. */
export function startOwn(
  file: string,
  args: string[],
  options: { env?: Record<string, string>; flags?: string[] } = {},
): OwnProcess {
  const child = fork(join(root, file), args, {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', endWithParent, ...(options.flags ?? [])],
    // Nothing of the caller's settings reaches what is measured.
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

/** For the end of a run that was cut off. */
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
