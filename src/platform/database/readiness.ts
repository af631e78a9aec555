/** Whether the database is ready, asked rarely. */
import { DatabaseError } from 'pg';
import { maxClockErrorMs, type DatabaseTime } from './database-time.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { StandbyServer } from './servers.ts';
import type { Log } from '../process/log.ts';
import { describeProblem } from '../process/loop.ts';
import { appliedMigrations, compareMigrations, migrationNames } from './applied-migrations.ts';

/** A database that takes longer is not ready. */
const readyWithinMs = 2000;
/** Minimum interval between checks, for any number of requests. */
const keptMs = 1000;

/** The text of `/readyz`. */
export const databaseSilent = 'the database does not answer';

export interface ReadinessContext {
  db: Database;
  databaseTime: Pick<DatabaseTime, 'aheadMs'>;
  keys: { problem(): string | null };
  log: Log;
}

/**
 * What this process lacks to accept an order and to judge what is due; null: nothing. Requests that arrive while an
 * answer is fresh or pending share it.
 */
export function readinessOf(ctx: ReadinessContext, withinMs = readyWithinMs): () => Promise<string | null> {
  let askedMs = -Infinity;
  let answer: Promise<string | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - askedMs > keptMs) {
      askedMs = performance.now();
      answer = findMissing(ctx, withinMs);
    }
    return answer;
  };
}

async function findMissing(
  { db, databaseTime, keys, log }: ReadinessContext,
  withinMs: number,
): Promise<string | null> {
  const aheadMs = databaseTime.aheadMs();
  if (Math.abs(aheadMs) > maxClockErrorMs) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
  }
  if (keys.problem() !== null) return 'a data key can not be opened with the master key of this process';
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(databaseSilent), withinMs);
  const missing = missingInDatabase(db).catch((problem: unknown) => {
    log.warn({ problem: describeProblem(problem) }, 'not ready');
    return takesNoWrites(problem) ? 'the database takes no writes' : databaseSilent;
  });
  try {
    return await Promise.race([missing, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** It answers, but not as is necessary. */
const takesNoWrites = (problem: unknown): boolean =>
  problem instanceof DatabaseError ||
  (problem instanceof DatabaseUnavailable && problem.cause instanceof StandbyServer);

async function missingInDatabase(db: Database): Promise<string | null> {
  const { missing } = compareMigrations(await migrationNames(), await appliedMigrations(db));
  if (missing.length > 0) return `${missing.length} migrations are missing`;
  await probeWriting(db);
  return null;
}

/**
 * Tests what an accepted order needs of the database's disk: a commit, and free space. An update alone fits into an
 * existing page and would succeed on a full disk, so rows are also spilled to a temporary file, which disappears with
 * the statement. Sent as one message, hence one transaction, so that no pause of this process can leave it open.
 */
const probe = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 20000);
  update write_probe set writes = writes + 1`;

async function probeWriting(db: Database): Promise<void> {
  await db.query(probe);
}
