/** Recognises a database that was restored from a backup, or whose older files were put back, before anything is sold from it (docs/decisions/0061). */
import { DatabaseError } from 'pg';
import type { Sql } from './database.ts';
import { isServerTrouble } from './database-errors.ts';
import { leapBeat, noteBeatElsewhere, type OutsideBeat } from './heartbeat.ts';

/** Which run of the database a server continues. Timelines rise with each promotion, and with each restore to an instant. */
interface History {
  systemId: string;
  timeline: number;
  /** Commits wait for a standby. */
  synchronous: boolean;
}

interface HistorySeen extends History {
  /** How long ago a process last noted it. */
  ageMs: number;
  /** A heartbeat outside it went on: these are older files. */
  isBehind: boolean;
}

export interface HistoryPresent extends History {
  /** The server was told where to end its recovery, as only a restore is. */
  hasTarget: boolean;
}

/** A cluster manager replaces a lost primary within this time. A later promotion may be that of a restored backup. */
const failoverWithinMs = 600_000;

/** How often the row is renewed when nothing has changed. */
const renewAfterMs = 10_000;

export type HistoryVerdict = 'same' | 'failover' | 'restored';

/**
 * The promotion of a synchronous standby loses nothing that was acknowledged. Whatever else gives the database another history
 * may have: a restore, or the promotion of a standby that nobody waited for.
 */
export function judgeHistory(seen: HistorySeen, present: HistoryPresent): HistoryVerdict {
  if (seen.systemId !== present.systemId || present.timeline < seen.timeline || seen.isBehind)
    return 'restored';
  if (seen.timeline === present.timeline) return 'same';
  const lossless = seen.synchronous && !present.hasTarget && seen.ageMs <= failoverWithinMs;
  return lossless ? 'failover' : 'restored';
}

export class RestoredDatabase extends Error {
  override name = 'RestoredDatabase';

  constructor(
    message = 'it was restored from a backup or an older copy, or promoted although nobody waited for it, and what was sold since is unknown: run facevalue restored',
  ) {
    super(message);
  }
}

/** The heartbeat file is of another database, or was begun after the backup of this one: nobody can say which. */
class OtherHeartbeat extends RestoredDatabase {
  override name = 'OtherHeartbeat';

  constructor({ file }: OutsideBeat) {
    super(
      `the heartbeat file ${file} is not of this database: name this installation's own by FACEVALUE_HEARTBEAT_FILE. If the database was restored from before the file was begun, run facevalue restored, then remove the file`,
    );
  }
}

/** Whether the database was restored can't be found out, so it is not used. */
export class UncheckedDatabase extends Error {
  override name = 'UncheckedDatabase';
}

interface Look {
  seen: HistorySeen | null;
  present: HistoryPresent;
}

/** What this process knows from outside the database; asked before the database is. */
export type Outside = () => OutsideBeat | null;
const nothingOutside: Outside = () => null;

/** A server in recovery has none: it may still replay what it is restored from. */
const timeline = `case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint end`;

/**
 * By the server's own clock: the age is that of a row written by it or by the server before. Before migration 0220 the row has no
 * beats.
 */
const question = `
  select to_jsonb(h) ->> 'installation' as installation, (to_jsonb(h) ->> 'beat')::bigint as beat,
    (to_jsonb(h) ->> 'beat_elsewhere')::bigint as beat_elsewhere,
    h.system_id, h.timeline, h.synchronous,
    extract(epoch from clock_timestamp() - h.seen_at)::float8 * 1000 as age_ms,
    (select system_identifier::text from pg_control_system()) as present_system_id, ${timeline} as present_timeline,
    current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') not in ('off', 'local') as present_synchronous,
    concat(current_setting('recovery_target', true), current_setting('recovery_target_time', true),
      current_setting('recovery_target_lsn', true), current_setting('recovery_target_xid', true),
      current_setting('recovery_target_name', true)) <> '' as has_target
  from (values (1)) one left join database_history h on true`;

interface Row {
  installation: string | null;
  beat: number | null;
  beat_elsewhere: number | null;
  system_id: string | null;
  timeline: number;
  synchronous: boolean;
  age_ms: number;
  present_system_id: string;
  present_timeline: number | null;
  present_synchronous: boolean;
  has_target: boolean;
}

const undefinedTable = '42P01';

/** Null: there are no tables of ours yet. Throws if the server does not tell what has to be known. */
async function look(db: Sql, outside: Outside = nothingOutside): Promise<Look | null> {
  const known = outside();
  const row = await ask(db);
  if (row === null) return null;
  if (row.present_timeline === null)
    throw new UncheckedDatabase('it is in recovery: a standby, or a restore that goes on');
  if (known !== null && row.installation !== known.installation) throw new OtherHeartbeat(known);
  const present = {
    systemId: row.present_system_id,
    timeline: row.present_timeline,
    synchronous: row.present_synchronous,
    hasTarget: row.has_target,
  };
  return { seen: row.system_id === null ? null : seenOf(row, row.system_id, known?.beat ?? 0), present };
}

const seenOf = (row: Row, systemId: string, beatOutside: number): HistorySeen => ({
  systemId,
  timeline: row.timeline,
  synchronous: row.synchronous,
  ageMs: row.age_ms,
  isBehind: (row.beat ?? 0) < Math.max(row.beat_elsewhere ?? 0, beatOutside),
});

async function ask(db: Sql): Promise<Row | null> {
  try {
    const { rows } = await db.query<Row>(question);
    return rows[0] ?? null;
  } catch (problem) {
    if (isServerTrouble(problem) || !(problem instanceof DatabaseError)) throw problem;
    if (problem.code === undefinedTable) return null;
    throw new UncheckedDatabase(`it does not tell whether it was restored (${problem.message})`, {
      cause: problem,
    });
  }
}

/** Writes down on which history the platform works. */
async function noteHistory(db: Sql, { systemId, timeline: line, synchronous }: History): Promise<void> {
  await db.query(
    `insert into database_history (id, system_id, timeline, synchronous, seen_at)
     values (1, $1, $2, $3, clock_timestamp())
     on conflict (id) do update set system_id = excluded.system_id, timeline = excluded.timeline,
       synchronous = excluded.synchronous, seen_at = excluded.seen_at`,
    [systemId, line, synchronous],
  );
}

/**
 * Throws if the database was restored and nobody has run `facevalue restored` since, or if that can't be found out. Notes a failover.
 */
export async function refuseRestored(db: Sql, outside: Outside = nothingOutside): Promise<void> {
  const looked = await look(db, outside);
  if (looked === null || looked.seen === null) return;
  const verdict = judgeHistory(looked.seen, looked.present);
  if (verdict === 'restored') await refuse(db, outside);
  if (verdict === 'failover') await noteHistory(db, looked.present);
}

/** Keeps the note fresh; called every second by each process, of which one writes. */
export async function renewHistory(db: Sql, outside: Outside = nothingOutside): Promise<void> {
  const looked = await look(db, outside);
  if (looked === null) return;
  const { seen, present } = looked;
  if (seen !== null) {
    const verdict = judgeHistory(seen, present);
    if (verdict === 'restored') await refuse(db, outside);
    const isFresh = seen.synchronous === present.synchronous && seen.ageMs < renewAfterMs;
    if (verdict === 'same' && isFresh) return;
  }
  await noteHistory(db, present);
}

async function refuse(db: Sql, outside: Outside): Promise<never> {
  const known = outside();
  // It is refused, whether others can be told or not.
  if (known !== null) await noteBeatElsewhere(db, known).catch(() => {});
  throw new RestoredDatabase();
}

/** Whether somebody has to say what a restore has lost. */
export async function wasRestored(db: Sql): Promise<boolean> {
  const looked = await look(db);
  return looked?.seen !== null && looked?.seen !== undefined
    ? judgeHistory(looked.seen, looked.present) === 'restored'
    : false;
}

/** From now on this history is the one to go on with. */
export async function acceptHistory(db: Sql): Promise<void> {
  const looked = await look(db);
  if (looked === null) return;
  await noteHistory(db, looked.present);
  await leapBeat(db);
}

/** When the platform last worked on what the database holds; null: it never noted it. */
export async function lastSeenAt(db: Sql): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(`select seen_at as at from database_history`);
  return rows[0]?.at ?? null;
}
