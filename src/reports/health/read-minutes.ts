/** What the platform counted of each minute, and how its workers are. */
import type { Sql } from '../../platform/database/database.ts';

export interface MinuteAsk {
  from: Date;
  until: Date;
  /** Minutes that make one place of a picture. */
  step: number;
}

/** What was counted, by name, label and place of the picture. */
export interface Counted {
  place: number;
  name: string;
  label: string;
  amount: number;
}

/** Sums of a time in steps; of ages the longest. */
export async function readMinutes(db: Sql, { from, until, step }: MinuteAsk): Promise<Counted[]> {
  const { rows } = await db.query<Counted>(
    `select floor(extract(epoch from minute - $1::timestamptz) / 60 / $3)::integer as place, name, label,
       case when name = 'queue-age' then max(amount) else sum(amount) end as amount
     from minute_counts where minute >= $1 and minute < $2 group by 1, 2, 3`,
    [from, until, step],
  );
  return rows;
}

/** The bound (seconds) below which this share of the issued orders stayed; null: none was issued. */
export function shareWithin(
  counted: readonly Pick<Counted, 'label' | 'amount'>[],
  share: number,
): number | null {
  const buckets = counted
    .map(({ label, amount }) => ({ bound: label === '+Inf' ? Infinity : Number(label), amount }))
    .toSorted((one, other) => one.bound - other.bound);
  const all = buckets.reduce((sum, { amount }) => sum + amount, 0);
  if (all === 0) return null;
  let before = 0;
  let lower = 0;
  for (const { bound, amount } of buckets) {
    if (before + amount >= share * all) {
      // Within its bucket as evenly as Prometheus takes it.
      return bound === Infinity ? lower : lower + (bound - lower) * ((share * all - before) / amount);
    }
    before += amount;
    lower = bound;
  }
  return lower;
}

/** So large a share of the orders is to be issued within so many seconds. */
export const issueLimit = { share: 0.99, seconds: 60 } as const;

/** Calls to suppliers without a clear answer, and the share of all calls that they should not exceed over so many minutes. */
export const unclearCalls = {
  outcomes: ['unclear', 'unreached', 'wrong'] as readonly string[],
  minutes: 10,
  limitShare: 0.5,
} as const;

export interface WorkerState {
  worker: string;
  roundedAt: Date;
  failing: boolean;
  /** No round for much longer than its usual pause. */
  still: boolean;
}

const longestRoundSeconds = 120;

/** Workers with whether they stand still; $1 is now. One of a former version is forgotten after a month. */
export const workerStates = `select worker, rounded_at, failing,
    rounded_at < $1::timestamptz - make_interval(secs => ${longestRoundSeconds} + 3 * idle_seconds) as still
  from worker_rounds where rounded_at > $1::timestamptz - interval '30 days'`;

export async function readWorkers(db: Sql, now: Date): Promise<WorkerState[]> {
  const { rows } = await db.query<WorkerState>(
    `select worker, rounded_at as "roundedAt", failing, still from (${workerStates}) w order by worker`,
    [now],
  );
  return rows;
}
