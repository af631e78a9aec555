/** Notices a database that was restored or replaced under the program. */
import type { Database } from './database.ts';
import { RestoredDatabase, renewHistory } from './history.ts';
import type { Log } from '../process/log.ts';

/** Far below the time in which a cluster manager replaces a server: it must know whether commits waited for the standby. */
const renewMs = 1000;

/**
 * Notes on which history of the database this process works. Connections refuse another one themselves; behind a pooler,
 * whose connections outlive the server, it is noticed here.
 */
export function followHistory(db: Database, log: Log, onRestored: () => void): { stop(): void } {
  let working = false;
  async function renew(): Promise<void> {
    if (working) return;
    working = true;
    try {
      await renewHistory(db);
    } catch (problem) {
      // A database that does not answer is told of elsewhere.
      if (problem instanceof RestoredDatabase) {
        log.error({ problem: problem.message }, 'the database was restored');
        onRestored();
      }
    } finally {
      working = false;
    }
  }
  const timer = setInterval(() => void renew(), renewMs);
  timer.unref();
  void renew();
  return { stop: () => clearInterval(timer) };
}
