import type { Sql } from '../database/database.ts';
import { gather } from '../batching/gather.ts';

/** Attempts of one key in one window: requested, or returned if `tries` is negative. */
export interface LeaseAsk {
  key: Buffer;
  endsAt: Date;
  tries: number;
}

/** Returns how many of the attempts were granted. */
export type LeaseTries = (ask: LeaseAsk) => Promise<number>;

/** One statement at a time, so that a flood takes only one connection. */
const limits = { batch: 200, concurrency: 1, waiting: 5000, lingerMs: 0 };

/**
 * Takes attempts from the counts of the installation. A key gets at most `most` per window over all processes: its row
 * decides, in one statement.
 */
export function createLeases(db: Sql, most: number): LeaseTries {
  const lease = gather((asks: LeaseAsk[]) => leaseAll(db, most, asks), limits);
  return async (ask) => {
    const granted = lease(ask);
    return granted === 'full' ? 0 : granted;
  };
}

async function leaseAll(db: Sql, most: number, asks: LeaseAsk[]): Promise<number[]> {
  // A statement writes a row only once. A key occurs twice only if the process forgot its pending request.
  const byRow = new Map(asks.map((ask) => [nameOf(ask.key, ask.endsAt), ask]));
  const rows = [...byRow.values()];
  const { rows: written } = await db.query<{ key: Buffer; ends_at: Date; granted: number }>(
    `insert into throttle_counts as kept (key, ends_at, used, granted)
     select key, ends_at, greatest(asked, 0), asked
     from unnest($1::bytea[], $2::timestamptz[], $3::integer[]) as asks (key, ends_at, asked)
     order by key, ends_at
     on conflict (key, ends_at) do update set
       used = greatest(kept.used + least(excluded.granted, $4 - kept.used), 0),
       granted = least(excluded.granted, $4 - kept.used)
     returning key, ends_at, granted`,
    [rows.map(({ key }) => key), rows.map(({ endsAt }) => endsAt), rows.map(({ tries }) => tries), most],
  );
  const granted = new Map(written.map((row) => [nameOf(row.key, row.ends_at), row.granted]));
  return asks.map((ask) => {
    const name = nameOf(ask.key, ask.endsAt);
    return byRow.get(name) === ask ? (granted.get(name) ?? 0) : 0;
  });
}

const nameOf = (key: Buffer, endsAt: Date): string => `${key.toString('base64')} ${endsAt.getTime()}`;
