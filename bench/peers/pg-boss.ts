/** The compared queue pg-boss, in two forms. */
import { PgBoss, type Db } from 'pg-boss';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction, type Database, type Sql } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { Enqueue, OrderJob } from './accept-one-order.ts';
import { issueOneOrder } from './issue-one-order.ts';

/**
 * pg-boss 12.35, woken by NOTIFY, fetching without pause while jobs are ready. One job at a time by a transactional worker, so that the order
 * commits together with its job's completion; or fetched and completed by 50, each order in its own transaction, which a crash repeats.
 */
const queue = 'issue-order';
const statsSeconds = 1;
const inBatch = 50;
const fetchersOfBatches = 2;

export async function openPgBossQueue(url: string): Promise<{ enqueue: Enqueue; close(): Promise<void> }> {
  const boss = await startBoss(url, { supervise: false, max: 4 });
  await boss.createQueue(queue, { notify: true, retryLimit: 3 });
  return {
    enqueue: (tx, job) => boss.send(queue, job, { db: databaseOf(tx) }),
    close: () => boss.stop({ graceful: false }),
  };
}

export async function startPgBossWorkers(
  url: string,
  keyring: Keyring,
  jobConcurrency: number,
): Promise<() => Promise<void>> {
  const boss = await startWorkingBoss(url, jobConcurrency);
  await boss.work(
    queue,
    { ...polling, localConcurrency: jobConcurrency, burstWhenReadyExceeds: 1, transactional: true },
    async (jobs, tx) => {
      for (const job of jobs)
        await issueOneOrder(sqlOf(tx), keyring, job.data as OrderJob, systemClock.now());
    },
  );
  return () => endBoss(boss);
}

export async function startPgBossBatches(
  url: string,
  db: Database,
  keyring: Keyring,
  jobConcurrency: number,
): Promise<() => Promise<void>> {
  const boss = await startWorkingBoss(url, jobConcurrency);
  const issue = (data: unknown): Promise<void> =>
    transaction(db, (tx) => issueOneOrder(tx, keyring, data as OrderJob, systemClock.now()));
  await boss.work(
    queue,
    { ...polling, batchSize: inBatch, localConcurrency: fetchersOfBatches, burstWhenBatchFull: true },
    async (jobs) => {
      await Promise.all(jobs.map(({ data }) => issue(data)));
    },
  );
  return () => endBoss(boss);
}

const startWorkingBoss = (url: string, jobConcurrency: number): Promise<PgBoss> =>
  startBoss(url, { supervise: true, max: jobConcurrency + 8, useListenNotify: true });

const endBoss = (boss: PgBoss): Promise<void> => boss.stop({ graceful: true, timeout: 5000 });

/** Passed on to its `pg` pool: independent statements are pipelined, as in our own transactions. */
const pipelined = { pipeline: true };
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };

async function startBoss(
  url: string,
  options: { supervise: boolean; max: number; useListenNotify?: boolean },
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schedule: false,
    ...pipelined,
    // The ready count that lets a worker fetch without pause is kept up to date, at the library's own cost.
    monitorIntervalSeconds: statsSeconds,
    superviseIntervalSeconds: statsSeconds,
    queueCacheIntervalSeconds: statsSeconds,
    ...options,
  });
  boss.on('error', (problem) => console.error(`pg-boss: ${problem.message}`));
  await boss.start();
  return boss;
}

const databaseOf = (tx: Sql): Db => ({ executeSql: (text, values) => tx.query(text, values) });

const sqlOf = (database: Db): Sql => ({
  async query<Row extends object>(text: string, values?: unknown[]) {
    const { rows } = await database.executeSql(text, values);
    return { rows: rows as Row[], rowCount: rows.length };
  },
});
