import type { Sql } from '../database/database.ts';

/** The demo cannot travel further than this from the true time. */
export const maxTravelMs = 20 * 366 * 86_400_000;

/** Moves the demo's clock forward; running processes follow within a second. Returns the total offset. */
export async function travelOn(db: Sql, byMs: number): Promise<number | 'too-far'> {
  if (byMs > maxTravelMs) return 'too-far';
  const { rows } = await db.query<{ offset_ms: number }>(
    `insert into time_travel (offset_ms) values ($1)
     on conflict (id) do update set offset_ms = time_travel.offset_ms + excluded.offset_ms
       where time_travel.offset_ms + excluded.offset_ms <= $2::bigint
     returning offset_ms`,
    [byMs, maxTravelMs],
  );
  return rows[0]?.offset_ms ?? 'too-far';
}

/** Returns to the true time. */
export async function resetTravel(db: Sql): Promise<0> {
  await db.query(`delete from time_travel`);
  return 0;
}
