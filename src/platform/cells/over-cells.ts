/**
 * One worker for the same queue of all cells. A cell is asked when a look at all cells finds something due there, and otherwise seldom, so
 * that idle queues cost about the same however many cells there are (docs/decisions/0077).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import { nextRestMs, noteFailure, type Worker } from '../process/loop.ts';
import type { CellDatabases } from './open-cells.ts';
import { mostRegroupMs } from './regroup.ts';
import { createLook, type LookParts } from './look-at-cells.ts';

/** The worker of one cell. */
interface CellWorker {
  cell: CellDatabases;
  worker: Worker;
}

interface OverCells extends LookParts {
  log: Log;
}

/** Rounds in progress at the same time at each node, whose connections all workers share. */
const mostAtNode = 3;
/** And of cells whose last round failed: if a node is down, each takes as long as connecting may take. */
const failingAtOnce = 2;
/** A queue at which can be looked is nevertheless asked this often. */
const anywayMs = 60_000;
/** A queue at which can't be looked rests longer each time that it was empty, up to as many of its pauses. */
const mostPauses = 8;

interface Turn extends CellWorker {
  askAtMs: number;
  restMs: number;
  /** After a round that was not full it rests as long as that took, so that more falls due. */
  isRegrouping: boolean;
  /** Null: the last round succeeded. */
  failureRestMs: number | null;
  failedSinceMs: number;
}

export function overCells(workers: readonly CellWorker[], parts: OverCells): Worker {
  const [first] = workers;
  if (first === undefined) throw new Error('There are no cells.');
  const { name, idleMs, firstIdleMs, wakes, due = [], mostOfRound = 0 } = first.worker;
  const turns = workers.map((one): Turn => ({
    ...one,
    askAtMs: 0,
    restMs: idleMs,
    isRegrouping: false,
    failureRestMs: null,
    failedSinceMs: 0,
  }));
  const running = new Map<Turn, Promise<void>>();
  const look = createLook(first.worker, parts);
  let found = 0;
  let rung = false;

  async function ask(turn: Turn): Promise<void> {
    const beganMs = performance.now();
    turn.isRegrouping = false;
    try {
      const done = await turn.worker.round();
      found += done;
      turn.failureRestMs = null;
      turn.isRegrouping = done > 0 && done < mostOfRound;
      turn.restMs = restAfter(done, performance.now() - beganMs, turn);
    } catch (problem) {
      if (!isFailing(turn)) turn.failedSinceMs = performance.now();
      turn.restMs = turn.failureRestMs = nextRestMs(turn.failureRestMs);
      const details = { worker: name, cell: turn.cell.cell };
      const sinceMs = turn.failedSinceMs;
      noteFailure(parts.log, problem, { what: 'worker round failed', details, sinceMs });
    }
    turn.askAtMs = performance.now() + turn.restMs;
    running.delete(turn);
  }

  function restAfter(done: number, tookMs: number, { isRegrouping, restMs }: Turn): number {
    if (isRegrouping) return Math.min(mostRegroupMs, tookMs);
    // More may be waiting behind what was found.
    if (done > 0) return 0;
    return due.length > 0 ? anywayMs : nextPause(restMs, idleMs);
  }

  async function round(): Promise<number> {
    const isRung = rung;
    rung = false;
    const free = turns.filter((turn) => !running.has(turn));
    const nowMs = performance.now();
    const [asked, resting] = partition(free, ({ askAtMs }) => askAtMs <= nowMs);
    const seen = await look(
      resting.filter((turn) => !isFailing(turn) && !turn.isRegrouping),
      { isRung, isBusy: running.size > 0 || resting.some(isRegrouping) },
    );
    const next = [...asked, ...seen].toSorted((one, other) => one.askAtMs - other.askAtMs);
    const [failing, whole] = partition(next, isFailing);
    const [failingNow, wholeNow] = partition([...running.keys()], isFailing);
    const begun = [
      ...besides(wholeNow, whole),
      ...failing.slice(0, Math.max(failingAtOnce - failingNow.length, 0)),
    ];
    for (const turn of begun) running.set(turn, ask(turn));
    const regrouping = turns.filter((turn) => turn.isRegrouping && turn.askAtMs > performance.now());
    const nextMs = Math.min(...regrouping.map(({ askAtMs }) => askAtMs - performance.now()), idleMs);
    const atWork = running.size + regrouping.length;
    if (atWork > 0) await firstOf(running.values(), Math.max(nextMs, 0));
    const done = found;
    found = 0;
    // What is still at work is seen to in another round at once.
    return done > 0 ? done : atWork;
  }

  return {
    name,
    idleMs,
    ...(firstIdleMs !== undefined && { firstIdleMs }),
    ...(wakes !== undefined && { wakes }),
    round,
    ring() {
      rung = true;
    },
    isFailing: () => turns.some(isFailing),
    async drain() {
      await Promise.all(running.values());
      await Promise.all(workers.map(({ worker }) => worker.drain()));
    },
  };
}

const isRegrouping = (turn: Turn): boolean => turn.isRegrouping;

/** Picks from the next turns as many as may run besides, so that a node that is slow or away holds up no other. */
function besides(now: readonly Turn[], next: readonly Turn[]): Turn[] {
  const counts = new Map<string, number>();
  const mayRun = ({ cell }: Turn): boolean => {
    const node = cell.node() ?? '';
    const count = counts.get(node) ?? 0;
    counts.set(node, count + 1);
    return count < mostAtNode;
  };
  now.forEach(mayRun);
  return next.filter(mayRun);
}

const isFailing = ({ failureRestMs }: Turn): boolean => failureRestMs !== null;

const nextPause = (beforeMs: number, idleMs: number): number =>
  Math.min(Math.max(beforeMs * 2, idleMs), idleMs * mostPauses);

function partition<Item>(items: readonly Item[], holds: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

/** Waits until one of them has ended, at most this long. */
async function firstOf(flights: Iterable<Promise<void>>, mostMs: number): Promise<void> {
  const ended = new AbortController();
  const timer = sleep(mostMs, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([...flights, timer]);
  ended.abort();
}
