/** Looks now and then whether PostgreSQL keeps many versions of hot rows, and then where queues begin (docs/decisions/0100). */
import type { Database } from './database.ts';
import { oldestFairly } from './fair-share.ts';
import {
  floorsInOrder,
  noKeptVersions,
  queueHeads,
  sinceFloor,
  withFloors,
  type KeptVersions,
  type QueueHead,
} from './kept-versions.ts';
import type { WatchedPool } from './watched-pool.ts';

const lookEveryMs = 5000;
/** While many are kept: where queues begin is then looked for from where they began before. */
const lookOftenMs = 500;
/** A complete look reads all that has left the queues, so it takes at most this share of the time. */
const restTimesAsLong = 20;
const longestRestMs = 30_000;
/** Versions of balances. Without an old snapshot they are removed by whoever reads their page, or by autovacuum before there are as many. */
const many = `select coalesce(pg_stat_get_dead_tuples(at) > 1000 + pg_stat_get_live_tuples(at) / 2, false) as many
  from to_regclass('accounts') as at`;
/**
 * What falls due then may not have been committed yet; what is later than that is found at the next complete look. All that left the queues in this time
 * is read by each claim and look, so it is short; all processes judge by the one clock of the database, so it need not hold differences of theirs.
 */
const lateMs = 1000;

const oldestIn = (table: string, head: QueueHead, condition: string): string =>
  `select min(${queueHeads[head]}) as oldest from ${table} where ${condition} ${sinceFloor(head)}`;

const oldest: Record<QueueHead, string> = {
  queued: oldestIn('requests', 'queued', `state = 'queued'`),
  expiring: oldestIn('requests', 'expiring', `state in ('queued', 'delayed') and ttl_at is not null`),
  email: oldestFairly('deliveries', 'client_id', 'email'),
  sms: oldestFairly('deliveries', 'client_id', 'sms'),
  callbacks: oldestFairly('callbacks', 'client_id'),
  exchanges: oldestFairly('exchanges', 'supplier_id'),
  overdue: oldestIn('exchanges', 'overdue', 'ended_at is null'),
};

const floorsFrom = (floors: string | null): string =>
  `select ${Object.entries(oldest)
    .map(([head, text]) => `(${withFloors(text, floors)}) as "${head}"`)
    .join(', ')}`;

const fromBeginning = floorsFrom(null);
const fromFloors = floorsFrom('$1::timestamptz[]');

/** Databases of the same tables: what is found over the first holds for all. */
export interface VersionsOf {
  db: Database;
  acceptDb: Database;
  pageDb: Database;
  lookDb: Database;
}

/** How far a look goes: `complete` finds what was committed late or put back, `later` only what comes after the floors known before. */
type Reach = 'complete' | 'later';

/** Asks once. */
export async function lookAtVersions(
  db: Database,
  versions: KeptVersions,
  now: Date,
  reach: Reach = 'complete',
): Promise<void> {
  const { rows } = await db.query<{ many: boolean }>(many);
  versions.many = rows[0]?.many === true;
  if (!versions.many || !versions.takes) {
    versions.floors = null;
    return;
  }
  const { floors } = versions;
  const found = await (reach === 'complete' || floors === null
    ? db.query<Record<QueueHead, Date | null>>(fromBeginning)
    : db.query<Record<QueueHead, Date | null>>(fromFloors, [floorsInOrder(floors)]));
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
    let completeAtMs = 0;
    const look = async (): Promise<void> => {
      const startMs = performance.now();
      const reach = startMs >= completeAtMs ? 'complete' : 'later';
      // If the database does not answer, what was known holds.
      await lookAtVersions(db, versions, now(), reach).catch(() => {});
      const endMs = performance.now();
      if (reach === 'complete')
        completeAtMs =
          endMs + Math.min(Math.max(lookEveryMs, (endMs - startMs) * restTimesAsLong), longestRestMs);
      lookAfter(versions.floors === null ? lookEveryMs : lookOftenMs);
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
