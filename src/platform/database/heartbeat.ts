/** Beats in the database and in a file outside it, so that a copy of the database that is put back is known (docs/decisions/0061). */
import { transaction, type Database, type Sql } from './database.ts';
import {
  inTime,
  readHeartbeat,
  removeUnfinished,
  writeHeartbeat,
  type Beat,
  type HeartbeatRead,
} from './heartbeat-file.ts';
import type { CrashPoint } from '../process/crash-point.ts';
import type { Log } from '../process/log.ts';
import { describeProblem } from '../process/loop.ts';

export interface OutsideBeat extends Beat {
  file: string;
}

export interface Heartbeat {
  /**
   * The highest beat of which this process knows that it was committed; null: of none. To be asked before the database is: one that is
   * committed in between is not behind.
   */
  known: () => OutsideBeat | null;
  /** One look at the file, and a beat unless another process has just made one. A file that can't be used stops nothing. */
  beat(db: Database): Promise<void>;
  /** Since the file was last seen renewed. */
  ageSeconds: () => number;
}

/** Null: the operator has named no file. */
export async function openHeartbeat(
  path: string,
  log: Log,
  crashPoint: CrashPoint,
): Promise<Heartbeat | null> {
  if (path === '') return null;
  const file = followFile(path, log);
  await file.look();
  let isTidy = false;
  return {
    known: file.known,
    ageSeconds: file.ageSeconds,
    async beat(db) {
      if ((await file.look()) !== 'due') return;
      const beat = await beatInDatabase(db, file.known());
      if (beat === null) return;
      crashPoint('heartbeat:committed');
      try {
        await writeHeartbeat(path, beat, crashPoint);
        file.note(beat);
        if (!isTidy) await removeUnfinished(path);
        isTidy = true;
      } catch (problem) {
        file.tell(`it cannot be written: ${describeProblem(problem)}`);
      }
    },
  };
}

/** Reads the file once, for a command; null: there is no file, or it cannot be read (doctor says so). */
export async function beatOutside(path: string): Promise<OutsideBeat | null> {
  if (path === '') return null;
  const heartbeat = await inTime(readHeartbeat(path));
  return heartbeat.is === 'read' ? { ...heartbeat.beat, file: path } : null;
}

interface FollowedFile extends Pick<Heartbeat, 'known' | 'ageSeconds'> {
  /** `due`: nobody has renewed it since the last look. */
  look(): Promise<'due' | 'renewed' | 'unusable'>;
  note(beat: Beat): boolean;
  tell(why: string): void;
}

function followFile(path: string, log: Log): FollowedFile {
  let known: OutsideBeat | null = null;
  let seen: number | null = null;
  let renewedMs = performance.now();
  let loggedWarning: string | null = null;
  /** At most one at a time: each that hangs holds a thread of the process, of which there are few. */
  let reading: Promise<HeartbeatRead> | null = null;

  const read = (): Promise<HeartbeatRead> =>
    inTime((reading ??= readHeartbeat(path).finally(() => (reading = null))));

  /** Once for each change. */
  function tell(why: string): void {
    if (loggedWarning !== why)
      log.warn({ file: path, why }, 'a copy of the database that is put back would not be known');
    loggedWarning = why;
  }

  function note(beat: Beat): boolean {
    if (known === null || beat.beat > known.beat) known = { ...beat, file: path };
    const isRenewed = seen !== null && seen !== beat.beat;
    seen = beat.beat;
    if (!isRenewed) return false;
    renewedMs = performance.now();
    loggedWarning = null;
    return true;
  }

  return {
    known: () => known,
    ageSeconds: () => (performance.now() - renewedMs) / 1000,
    tell,
    note,
    async look() {
      const found = await read();
      if (found.is === 'unreadable') {
        tell(found.why);
        return 'unusable';
      }
      if (found.is === 'absent') {
        tell('there was no heartbeat file: one is begun');
        return 'due';
      }
      if (known !== null && known.installation !== found.beat.installation) {
        tell('another installation writes this heartbeat file');
        return 'unusable';
      }
      return note(found.beat) ? 'renewed' : 'due';
    },
  };
}

/**
 * Null: this database is behind a file, or has not noted its history yet. The beat must survive whatever orders survive: with
 * `synchronous_commit` off a crash could take it back after it stands in the file, so it is written out; where commits wait for a standby, it waits.
 */
async function beatInDatabase(db: Database, known: Beat | null): Promise<Beat | null> {
  const { rows } = await transaction(db, async (tx) => {
    await tx.query(
      `select set_config('synchronous_commit', 'local', true) where current_setting('synchronous_commit') = 'off'`,
    );
    return tx.query<Beat>(
      `update database_history set beat = beat + 1, seen_at = clock_timestamp(),
         installation = coalesce(installation, gen_random_uuid())
       where beat >= beat_elsewhere and ($1::uuid is null or (installation = $1 and beat >= $2))
       returning installation, beat`,
      [known?.installation ?? null, known?.beat ?? 0],
    );
  });
  return rows[0] ?? null;
}

/** Notes a beat of the file in the database, so that processes without the file and commands know it too. */
export async function noteBeatElsewhere(db: Sql, { installation, beat }: Beat): Promise<void> {
  await db.query(
    `update database_history set beat_elsewhere = $2 where installation = $1 and beat < $2 and beat_elsewhere < $2`,
    [installation, beat],
  );
}

/** A database that is to go on is ahead of every file: these count seconds, from less than the time in milliseconds. */
export async function leapBeat(db: Sql): Promise<void> {
  await db.query(
    `update database_history
     set beat = greatest(beat, beat_elsewhere, (extract(epoch from clock_timestamp()) * 1000)::bigint) + 1`,
  );
}

interface NotedBeat {
  installation: string | null;
  beat: number;
  /** Since a process noted anything. */
  restedMs: number;
}

/** Reads the heartbeat in the database; null: no process has worked on it yet. */
export async function notedBeat(db: Sql): Promise<NotedBeat | null> {
  const { rows } = await db.query<NotedBeat>(
    `select installation, beat, extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as "restedMs" from database_history`,
  );
  return rows[0] ?? null;
}
