/** Notices a database that was restored or replaced under the program. */
import type { Database, Sql } from './database.ts';
import type { Heartbeat } from './heartbeat.ts';
import { RestoredDatabase, refuseRestored, renewHistory } from './history.ts';
import type { Log } from '../process/log.ts';

/** Far below the time in which a cluster manager replaces a server: it must know whether commits waited for the standby. */
const renewMs = 1000;

export interface HistoryGuard {
  /** For connections: refuses a server that was restored, or does not tell. */
  check: (connection: Sql) => Promise<void>;
  /** From now on the process ends as soon as it meets a restored database. */
  follow(db: Database, log: Log): { stop(): void };
}

/**
 * A process that worked on the database before it was restored holds answers and batches of the time that is lost, so it ends at once,
 * without draining: nothing is acknowledged any more.
 */
export function historyGuard(heartbeat: Heartbeat | null, end: () => void): HistoryGuard {
  const outside = heartbeat?.known;
  /** Null: nothing runs yet. */
  let met: ((problem: RestoredDatabase) => void) | null = null;
  const noticing = async (asking: Promise<void>): Promise<void> => {
    try {
      await asking;
    } catch (problem) {
      if (problem instanceof RestoredDatabase) met?.(problem);
      throw problem;
    }
  };
  return {
    check: (connection) => noticing(refuseRestored(connection, outside)),
    follow(db, log) {
      met = (problem) => {
        met = null;
        log.error({ problem: problem.message }, 'the database was restored');
        end();
      };
      const following = [keepFresh(() => noticing(renewHistory(db, outside)))];
      // Apart, because a file system that does not answer must not hold up the other.
      if (heartbeat !== null) following.push(keepFresh(() => heartbeat.beat(db)));
      return {
        stop() {
          for (const one of following) one.stop();
          met = null;
        },
      };
    },
  };
}

/** Notes again and again on which history this process works. */
function keepFresh(note: () => Promise<void>): { stop(): void } {
  let working = false;
  async function renew(): Promise<void> {
    if (working) return;
    working = true;
    // A database that does not answer is told of elsewhere.
    await note().catch(() => {});
    working = false;
  }
  const timer = setInterval(() => void renew(), renewMs);
  timer.unref();
  void renew();
  return { stop: () => clearInterval(timer) };
}
