/**
 * The oldest snapshot that anybody holds: no version of a row that is newer can be removed, so rows that each batch of orders changes
 * (balances, counters) collect versions, and every batch reads through them.
 */
import type { Sql } from './database.ts';

export interface OldSnapshot {
  seconds: number;
  pid: number;
  /** The name that its program gives itself. */
  name: string;
  state: string;
}

/** An older snapshot is reported: none of our own work takes so long while orders run. */
export const oldSnapshotSeconds = 60;

/**
 * Null: none that can be seen. Sessions of other roles can be seen with the right `pg_read_all_stats` only. A restored transaction that is prepared or a
 * replication slot has no session; PostgreSQL's own vacuum holds up nobody.
 */
export async function oldestSnapshot(db: Sql): Promise<OldSnapshot | null> {
  const { rows } = await db.query<OldSnapshot>(
    `select extract(epoch from clock_timestamp() - xact_start)::float8 as seconds, pid, application_name as name,
       coalesce(state, backend_type) as state
     from pg_stat_activity
     where xact_start is not null and (backend_xmin is not null or backend_xid is not null) and pid <> pg_backend_pid()
       and backend_type in ('client backend', 'walsender', 'background worker')
       and (datname = current_database() or backend_type = 'walsender')
     order by xact_start limit 1`,
  );
  return rows[0] ?? null;
}
