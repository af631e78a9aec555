/** Looks now and then whether PostgreSQL keeps many versions of hot rows, and then where queues begin (docs/decisions/0100). */
import type { Database } from './database.ts';
import { oldestFairly } from './fair-share.ts';
import { noKeptVersions, queueHeads, type KeptVersions, type QueueHead } from './kept-versions.ts';
import type { WatchedPool } from './watched-pool.ts';

const lookEveryMs = 5000;
/** A look takes at most this share of the time; where queues begin is found by reading all that has left them. */
const restTimesAsLong = 20;
const longestRestMs = 30_000;
/** Versions of balances. Without an old snapshot they are removed by whoever reads their page, or by autovacuum before there are as many. */
const many = `select coalesce(pg_stat_get_dead_tuples(at) > 1000 + pg_stat_get_live_tuples(at) / 2, false) as many
  from to_regclass('accounts') as at`;
/** What falls due then may not have been committed yet; what is later than that is found at the next look. */
const lateMs = 2000;

const oldestIn = (table: string, column: string, condition: string): string =>
  `select min(${column}) as oldest from ${table} where ${condition}`;

const oldest: Record<QueueHead, string> = {
  queued: oldestIn('requests', queueHeads.queued, `state = 'queued'`),
  expiring: oldestIn(
    'requests',
    queueHeads.expiring,
    `state in ('queued', 'delayed') and ttl_at is not null`,
  ),
  email: oldestFairly('deliveries', 'client_id', 'email'),
  sms: oldestFairly('deliveries', 'client_id', 'sms'),
  callbacks: oldestFairly('callbacks', 'client_id'),
  exchanges: oldestFairly('exchanges', 'supplier_id'),
  overdue: oldestIn('exchanges', queueHeads.overdue, 'ended_at is null'),
};

const floorsStatement = `select ${Object.entries(oldest)
  .map(([head, text]) => `(${text}) as "${head}"`)
  .join(', ')}`;

/** Databases of the same tables: what is found over the first holds for all. */
export interface VersionsOf {
  db: Database;
  acceptDb: Database;
  pageDb: Database;
  lookDb: Database;
}

/** Asks once. */
export async function lookAtVersions(db: Database, versions: KeptVersions, now: Date): Promise<void> {
  const { rows } = await db.query<{ many: boolean }>(many);
  versions.many = rows[0]?.many === true;
  if (!versions.many || !versions.takes) {
    versions.floors = null;
    return;
  }
  const found = await db.query<Record<QueueHead, Date | null>>(floorsStatement);
  const floorAt = (head: QueueHead): Date =>
    new Date(Math.min((found.rows[0]?.[head] ?? now).getTime(), now.getTime()) - lateMs);
  versions.floors = {
    queued: floorAt('queued'),
    expiring: floorAt('expiring'),
    email: floorAt('email'),
    sms: floorAt('sms'),
    callbacks: floorAt('callbacks'),
    exchanges: floorAt('exchanges'),
    overdue: floorAt('overdue'),
  };
}

/** Until it is stopped. `now`: by the clock by which queues are served. */
export function followVersions(places: readonly VersionsOf[], now: () => Date): { stop(): void } {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  function follow({ db, acceptDb, pageDb, lookDb }: VersionsOf): void {
    const versions = noKeptVersions();
    for (const one of [db, acceptDb, pageDb, lookDb]) (one as WatchedPool).versions = versions;
    const lookAfter = (restMs: number): void => {
      if (stopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void look();
      }, restMs);
      timer.unref();
      timers.add(timer);
    };
    const look = async (): Promise<void> => {
      const startMs = performance.now();
      // If the database does not answer, what was known holds.
      await lookAtVersions(db, versions, now()).catch(() => {});
      const tookMs = performance.now() - startMs;
      lookAfter(Math.min(Math.max(lookEveryMs, tookMs * restTimesAsLong), longestRestMs));
    };
    lookAfter(lookEveryMs);
  }

  places.forEach(follow);
  return {
    stop() {
      stopped = true;
      timers.forEach(clearTimeout);
    },
  };
}
