/** Keeps a process's keys up to date while others rotate them. */
import type { Database } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import type { FollowedKeyring } from './keyring.ts';

/** Far below the time between a key's making and its use (`rotate-keys.ts`), so that some looks may fail. */
export const rereadMs = 5000;
const againAfterFailureMs = 500;

export function followKeys(
  db: Database,
  keyring: FollowedKeyring,
  nowMs: () => number,
  log: Log,
): { stop(): void } {
  let loggedProblem: string | null = null;

  /** Answers when to look again. */
  async function look(): Promise<number> {
    try {
      await keyring.reread(db, new Date(nowMs()));
    } catch {
      // A database that does not answer is told of elsewhere; nothing sealed can be read from it meanwhile either.
      return againAfterFailureMs;
    }
    const problem = keyring.problem();
    if (problem !== null && loggedProblem === null) log.error({ problem }, 'a data key can not be opened');
    loggedProblem = problem;
    return rereadMs;
  }

  let stopped = false;
  let timer: NodeJS.Timeout;
  const schedule = (ms: number): void => {
    if (stopped) return;
    timer = setTimeout(() => void look().then(schedule), ms);
    timer.unref();
  };
  schedule(rereadMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
