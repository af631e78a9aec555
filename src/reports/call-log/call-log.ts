/** Counts all calls of the client and the supplier API, and keeps samples of them, masked. */
import type { Context } from '../../context.ts';
import { forEachCell } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { describeProblem } from '../../platform/process/loop.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { clientCalls, type CallTables } from './call-tables.ts';

export type CallKind = 'ok' | 'error' | 'refused';

/** A call whose client or supplier is known. */
export interface CallNote {
  ownerId: number;
  kind: CallKind;
  cmd: string;
  /** `ok`, or the code of the error. */
  outcome: string;
}

/** What is kept of a call in the sample, masked. */
export interface CallSample {
  ref: string;
  address: string;
  durationMs: number;
  asked: string;
  answered: string;
}

export interface CallLog {
  /** Counts a call and returns at once; `sample` is asked only for those few that are kept. */
  note(call: CallNote, sample: () => CallSample): void;
  /** Waits until everything noted is written. */
  written(): Promise<void>;
}

/** What comes within this time is written together: three statements, however many calls. */
const lingerMs = 2000;
/** Samples of one caller within it, by kind: errors are looked for, and strangers must not crowd out the rest. */
const sampled: Record<CallKind, number> = { ok: 3, error: 5, refused: 2 };
/** Samples and counts of all callers within it; further ones are not kept. */
const mostSamples = 200;
const mostCounts = 20_000;
/** How many of a caller's samples of a kind stay; they are counted only after as many new ones, so that few statements read them. */
export const keptSamples = 200;
export const samplesBetweenTrims = 50;

type LogContext = Pick<Context, 'db' | 'log' | 'clock'>;

type Sample = CallNote & CallSample & { at: Date };

interface Count extends Omit<CallNote, 'kind'> {
  day: string;
  calls: number;
  lastAt: Date;
}

/**
 * Notes calls in memory and writes them a moment later, so that no call waits and none costs a statement. What a process
 * has not written when it is killed is lost: it is there to be looked at, and nothing is decided by it.
 */
export function createCallLog({ db, log, clock }: LogContext, tables: CallTables): CallLog {
  let counts = new Map<string, Count>();
  let samples: Sample[] = [];
  let taken = new Map<string, number>();
  /** Samples written since the last trim, of each caller that has called. */
  const untrimmed = new Map<string, number>();
  let writing: Promise<void> | null = null;
  let current = Promise.resolve();

  function count({ ownerId, cmd, outcome }: CallNote, now: Date): void {
    const key = `${ownerId} ${cmd} ${outcome}`;
    const known = counts.get(key);
    if (known !== undefined) {
      known.calls += 1;
      known.lastAt = now;
    } else if (counts.size < mostCounts) {
      counts.set(key, { ownerId, cmd, outcome, day: moscowDay(now), calls: 1, lastAt: now });
    }
  }

  function isSampled({ ownerId, kind }: CallNote): boolean {
    if (samples.length >= mostSamples) return false;
    const key = `${ownerId} ${kind}`;
    const before = taken.get(key) ?? 0;
    if (before >= sampled[kind]) return false;
    taken.set(key, before + 1);
    return true;
  }

  async function writeSoon(): Promise<void> {
    try {
      while (counts.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, lingerMs).unref());
        await write();
      }
    } catch (problem) {
      log.warn({ problem: describeProblem(problem) }, 'calls not noted');
    } finally {
      writing = null;
    }
  }

  /** One after the other; a failed one fails alone. */
  function write(): Promise<void> {
    current = current.catch(() => {}).then(writeNow);
    return current;
  }

  async function writeNow(): Promise<void> {
    if (counts.size === 0) return;
    const [counted, kept] = [[...counts.values()], samples];
    counts = new Map();
    samples = [];
    taken = new Map();
    await addCounts(db, tables, counted);
    if (kept.length > 0) await addSamples(db, tables, kept);
    await trimSamples(db, tables, kept.filter(isDue));
  }

  /** The first sample of a caller that this process writes, and every so many later ones. */
  function isDue({ ownerId, kind }: Sample): boolean {
    const key = `${ownerId} ${kind}`;
    const added = untrimmed.get(key) ?? 0;
    untrimmed.set(key, (added + 1) % samplesBetweenTrims);
    return added === 0;
  }

  return {
    note(call, sample) {
      const now = clock.now();
      count(call, now);
      if (isSampled(call)) samples.push({ ...call, ...sample(), at: now });
      writing ??= writeSoon();
    },
    written: () => write().catch(() => {}),
  };
}

/** Log of clients' calls; each is written in the cell of its client. */
export function createClientCallLog(ctx: LogContext & Pick<Context, 'cells'>): CallLog {
  const logs = forEachCell(ctx, (cell) => createCallLog(cell, clientCalls));
  return {
    note: (call, sample) => logs.of(call.ownerId).note(call, sample),
    written: async () => {
      await Promise.all(logs.all.map((one) => one.written()));
    },
  };
}

/** In key order, so that two processes do not deadlock. */
const addCounts = (db: Sql, { days, owner }: CallTables, counts: Count[]): Promise<unknown> =>
  db.query(
    `insert into ${days} as kept (${owner}, day, cmd, outcome, calls, last_at)
     select * from unnest($1::bigint[], $2::date[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
       as note (owner_id, day, cmd, outcome, calls, last_at)
     order by owner_id, day, cmd, outcome
     on conflict (${owner}, day, cmd, outcome) do update
     set calls = kept.calls + excluded.calls, last_at = greatest(kept.last_at, excluded.last_at)`,
    columnsOf(counts, ['ownerId', 'day', 'cmd', 'outcome', 'calls', 'lastAt']),
  );

const addSamples = (db: Sql, { samples: table, owner }: CallTables, samples: Sample[]): Promise<unknown> =>
  db.query(
    `insert into ${table} (${owner}, kind, at, cmd, outcome, ref, address, duration_ms, asked, answered)
     select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
                          $8::integer[], $9::text[], $10::text[])`,
    columnsOf(samples, [
      'ownerId',
      'kind',
      'at',
      'cmd',
      'outcome',
      'ref',
      'address',
      'durationMs',
      'asked',
      'answered',
    ]),
  );

/** Deletes all but the last of the callers and kinds that these are of. */
async function trimSamples(
  db: Sql,
  { samples: table, owner }: CallTables,
  samples: readonly Sample[],
): Promise<void> {
  if (samples.length === 0) return;
  await db.query(
    `delete from ${table} old
     using (
       select w.owner_id, w.kind, (
         select id from ${table} k where k.${owner} = w.owner_id and k.kind = w.kind
         order by id desc offset $3 limit 1) as last_id
       from unnest($1::bigint[], $2::text[]) as w (owner_id, kind)) full_of
     where old.${owner} = full_of.owner_id and old.kind = full_of.kind and old.id <= full_of.last_id`,
    [...columnsOf(samples, ['ownerId', 'kind']), keptSamples],
  );
}
