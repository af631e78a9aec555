/** Limits how long uploaded files of a supplier are read in each hour, as for its mails. */
import type { Sql } from '../../../platform/database/database.ts';
import { timeOfFile, type ReadingTime } from '../../../suppliers/mail/reading-time.ts';

/** Limit of a supplier within an hour. */
const ofHourMs = 5 * 60_000;
const hourMs = 60 * 60_000;

/**
 * Reads within what is left of the hour; null if nothing is. All that the file may take is counted before it is read, so that a
 * process that it ends is no way around it.
 */
export async function withinShare<Result>(
  db: Sql,
  supplierId: number,
  now: Date,
  read: (time: ReadingTime) => Promise<Result>,
): Promise<Result | null> {
  const time = timeOfFile();
  const { rows } = await db.query<{ id: number; granted: number }>(
    `with earlier as (delete from upload_readings where supplier_id = $1 and at <= $2),
       used as (select coalesce(sum(read_ms), 0) as ms from upload_readings where supplier_id = $1 and at > $2)
     insert into upload_readings (supplier_id, at, read_ms)
     select $1, $3, least($4, $5 - ms) from used where ms < $5 returning id, read_ms as granted`,
    [supplierId, new Date(now.getTime() - hourMs), now, time.leftMs, ofHourMs],
  );
  const [share] = rows;
  if (share === undefined) return null;
  time.leftMs = share.granted;
  try {
    return await read(time);
  } finally {
    await db.query(`update upload_readings set read_ms = $3 where supplier_id = $1 and id = $2`, [
      supplierId,
      share.id,
      Math.min(Math.ceil(time.usedMs), ofHourMs),
    ]);
  }
}
