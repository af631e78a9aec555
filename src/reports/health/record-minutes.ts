/** Adds what this process has counted to the minute that it is now, and says which of its loops turn. */
import type { Context } from '../../context.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { ownCounts, type OwnCount } from './own-counts.ts';
import { readQueues } from './queues.ts';

type RecorderContext = Pick<Context, 'db' | 'pageDb' | 'cells' | 'clock' | 'metrics'>;

/** How a loop of this process is doing. */
export interface LoopState {
  worker: string;
  idleSeconds: number;
  /** Finished since its start. */
  rounds: number;
  failing: boolean;
}

const idleMs = 10_000;
const minuteMs = 60_000;
const keptDays = 8;
const dayMs = 24 * 3600_000;
const prunedRows = 5000;

export function createMinuteRecorder(ctx: RecorderContext, loops: () => LoopState[]): Worker {
  const { db, clock, metrics } = ctx;
  const written = new Map<string, number>();
  const rounds = new Map<string, number>();
  let measured = 0;

  async function round(): Promise<number> {
    const now = clock.now();
    const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
    await addCounts(minute, await ownCounts(metrics));
    await noteLoops(now);
    if (loops().length > 0 && minute.getTime() > measured) {
      measured = minute.getTime();
      await measure(minute, now);
    }
    return 0;
  }

  async function addCounts(minute: Date, counts: OwnCount[]): Promise<void> {
    const fresh = counts.flatMap((one) => {
      const amount = one.total - (written.get(keyOf(one)) ?? 0);
      return amount > 0 ? [{ ...one, amount }] : [];
    });
    if (fresh.length === 0) return;
    await db.query(
      `insert into minute_counts as m (minute, name, label, amount)
       select $1, name, label, amount from unnest($2::text[], $3::text[], $4::float8[]) as c (name, label, amount)
       order by name, label
       on conflict (minute, name, label) do update set amount = m.amount + excluded.amount`,
      [
        minute,
        fresh.map(({ name }) => name),
        fresh.map(({ label }) => label),
        fresh.map(({ amount }) => amount),
      ],
    );
    for (const one of counts) written.set(keyOf(one), one.total);
  }

  async function noteLoops(now: Date): Promise<void> {
    const turned = loops().filter((loop) => loop.rounds > (rounds.get(loop.worker) ?? 0));
    if (turned.length === 0) return;
    await db.query(
      `insert into worker_rounds (worker, rounded_at, idle_seconds, failing)
       select worker, $1, idle, failing from unnest($2::text[], $3::float8[], $4::boolean[]) as w (worker, idle, failing)
       order by worker
       on conflict (worker) do update
       set rounded_at = excluded.rounded_at, idle_seconds = excluded.idle_seconds, failing = excluded.failing`,
      [
        now,
        turned.map(({ worker }) => worker),
        turned.map(({ idleSeconds }) => idleSeconds),
        turned.map(({ failing }) => failing),
      ],
    );
    for (const { worker, rounds: done } of turned) rounds.set(worker, done);
  }

  /** Once a minute, whichever process is first. */
  async function measure(minute: Date, now: Date): Promise<void> {
    const queues = await readQueues(ctx, now);
    await db.query(
      `insert into minute_counts (minute, name, label, amount)
       select $1, 'queue-age', queue, age from unnest($2::text[], $3::float8[]) as q (queue, age) order by queue
       on conflict do nothing`,
      [minute, queues.map(({ queue }) => queue), queues.map(({ oldestDueSeconds }) => oldestDueSeconds)],
    );
    await db.query(
      `delete from minute_counts where (minute, name, label) in (
         select minute, name, label from minute_counts where minute < $1 order by minute limit $2)`,
      [new Date(now.getTime() - keptDays * dayMs), prunedRows],
    );
  }

  return { name: 'record-minutes', idleMs, round, drain: () => Promise.resolve() };
}

const keyOf = ({ name, label }: OwnCount): string => `${name} ${label}`;
