/** The compared queue graphile-worker. */
import { Logger, run, runMigrations } from 'graphile-worker';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { Enqueue, OrderJob } from './accept-one-order.ts';
import { issueOneOrder } from './issue-one-order.ts';

/**
 * graphile-worker 0.18 tuned for many small jobs: a local queue fetches them by the hundred, completions are gathered
 * into one statement (both from its own performance guide), prepared statements (as in our own pool), no job keys, no
 * named queues. Its handlers cannot commit together with the job's completion, so a crash repeats a job; the guarded
 * request row makes that harmless.
 */
const localQueueSize = 500;
const libraryConnections = 8;
const silent = new Logger(() => () => {});

export const migrateGraphile = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: silent });

export const enqueueInGraphile: Enqueue = (tx, job) =>
  tx.query(`select from graphile_worker.add_job('issue-order', $1::json)`, [JSON.stringify(job)]);

export async function startGraphileWorkers(
  url: string,
  db: Database,
  keyring: Keyring,
  concurrency: number,
): Promise<() => Promise<void>> {
  const runner = await run({
    connectionString: url,
    concurrency,
    maxPoolSize: libraryConnections,
    noHandleSignals: true,
    logger: silent,
    preset: {
      worker: { localQueue: { size: localQueueSize }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    taskList: {
      'issue-order': (payload) =>
        transaction(db, (tx) => issueOneOrder(tx, keyring, payload as OrderJob, systemClock.now())),
    },
  });
  return () => runner.stop();
}
