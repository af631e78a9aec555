/** Looks in which cells queues have something due: at once for all queues of a process and all cells of a node. */
import { setTimeout as sleep } from 'node:timers/promises';
import { transactionAtOnce } from '../database/database.ts';
import { withFloors } from '../database/kept-versions.ts';
import type { Worker } from '../process/loop.ts';
import type { CellDatabases } from './open-cells.ts';

interface Looked {
  cell: CellDatabases;
}

export interface LookParts {
  /** The node beside which this process stands; empty: beside none. */
  node: string;
  looks: NodeLooks;
}

/**
 * A look also sees what will be due within this time. So where it saw nothing, and no transaction has changed anything at the node since, the
 * tables need not be looked at again before: that costs more than asking what has changed.
 */
const aheadMs = 1000;

/** Where no transaction has changed anything for so long, */
const quietAfterMs = 2000;
/** it is asked no more often: at every second look of queues that rest for 50 ms. */
const quietEveryMs = 90;

/** At cells of other nodes than that beside which the process stands it looks so many times less often. */
const elsewhereFactor = 8;

/**
 * Looks at the cells of these turns and answers those where something is due, or soon will be. `isRung`: at all of them, whatever their node; `isBusy`: not
 * more often than an idle process would.
 */
type Look = <Turn extends Looked>(
  turns: readonly Turn[],
  how: { isRung: boolean; isBusy: boolean },
) => Promise<Turn[]>;

/** The looks of one queue. */
export function createLook(
  { name, idleMs, due = [] }: Pick<Worker, 'name' | 'idleMs' | 'due'>,
  { node: ours, looks }: LookParts,
): Look {
  const lookedMs = new Map<string, number>();

  function isTime(node: string, { isRung, isBusy }: { isRung: boolean; isBusy: boolean }): boolean {
    const agoMs = performance.now() - (lookedMs.get(node) ?? -Infinity);
    if (isRung) return true;
    if (ours !== '' && node !== ours) return agoMs >= idleMs * elsewhereFactor;
    return !isBusy || agoMs >= idleMs;
  }

  return async (turns, how) => {
    if (due.length === 0) return [];
    const nodes = new Set(turns.map(({ cell }) => cell.node() ?? '').filter((node) => isTime(node, how)));
    const found = new Set<string>();
    for (const node of nodes) lookedMs.set(node, performance.now());
    for (const seen of await Promise.all([...nodes].map((node) => looks(node, how.isRung))))
      for (const one of seen) found.add(one);
    return turns.filter(({ cell }) => found.has(placeOf(name, cell.cell)));
  };
}

/** Where something is due at a node, or perhaps is: queues and their cells, as `placeOf` names them. `isRung`: the node is asked at any rate. */
export type NodeLooks = (node: string, isRung?: boolean) => Promise<ReadonlySet<string>>;

const placeOf = (queue: string, cell: number): string => `${queue} ${cell}`;

/** Queues whose rest ends at the same moment look together. */
const togetherMs = 1;

/** A queue that says what is due. */
type DueQueue = Required<Pick<Worker, 'name' | 'due'>>;

interface Seen {
  /** Which transactions had ended: as long as it is the same, nobody sees anything new. */
  snapshot: string;
  /** Since when it is the same, as far as is known. */
  sinceMs: number;
  askedMs: number;
  /** When the tables were looked at. */
  atMs: number;
  found: ReadonlySet<string>;
}

type Quiet = Pick<Seen, 'sinceMs' | 'askedMs' | 'atMs'> & { isRung: boolean };

/** Whether what was seen is answered again, without asking. */
export function isQuiet({ sinceMs, askedMs, atMs, isRung }: Quiet, nowMs: number): boolean {
  if (isRung) return false;
  return nowMs - sinceMs >= quietAfterMs && nowMs - askedMs < quietEveryMs && nowMs - atMs < aheadMs;
}

/**
 * The looks of all queues of a process: a statement for each cell, always that for all queues, which leave together. One for all cells would
 * be planned again, which costs more than many looks, whenever any table of any cell is analysed or changed.
 */
export function nodeLooks(
  queues: readonly Pick<Worker, 'name' | 'due'>[],
  cells: readonly CellDatabases[],
  now: () => Date,
): NodeLooks {
  const known = queues.flatMap(({ name, due = [] }) => (due.length === 0 ? [] : { name, due }));
  const asked = new Map<string, Promise<ReadonlySet<string>>>();
  const seen = new Map<string, Seen>();
  const statements = new Map<string, string>();
  const statementOf = ({ schema }: CellDatabases): string =>
    statements.getOrInsertComputed(schema, () => statementFor(known, schema));

  async function look(node: string): Promise<ReadonlySet<string>> {
    await sleep(togetherMs);
    // Whoever asks from now on is told what is later than that.
    asked.delete(node);
    const here = cells.filter((cell) => (cell.node() ?? '') === node);
    const [snapshot, askedMs] = [await readSnapshot(here).catch(() => null), performance.now()];
    if (snapshot === null) return everywhere(here);
    const before = seen.get(node);
    const isSame = before?.snapshot === snapshot;
    if (isSame) before.askedMs = askedMs;
    if (isSame && askedMs - before.atMs < aheadMs) return before.found;
    try {
      const found = await lookAt(here);
      seen.set(node, {
        snapshot,
        sinceMs: isSame ? before.sinceMs : askedMs,
        askedMs,
        atMs: askedMs,
        found,
      });
      return found;
    } catch {
      return lookAtEach(here);
    }
  }

  /** The node does not answer: each queue is asked itself, and says what is wrong. */
  const everywhere = (some: readonly CellDatabases[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ cell }) => known.map(({ name }) => placeOf(name, cell))));

  async function lookAt(some: readonly CellDatabases[]): Promise<ReadonlySet<string>> {
    const at = [new Date(now().getTime() + aheadMs)];
    const answers = await transactionAtOnce(dbOf(some), (tx) =>
      Promise.all(some.map((cell) => tx.query<{ queue: string }>(statementOf(cell), at))),
    );
    const found = some.flatMap(
      ({ cell }, index) => answers[index]?.rows.map(({ queue }) => placeOf(queue, cell)) ?? [],
    );
    return new Set(found);
  }

  /** Perhaps a cell moves. */
  async function lookAtEach(some: readonly CellDatabases[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(some.map((cell) => lookAt([cell]).catch(() => everywhere([cell]))));
    return new Set(found.flatMap((one) => [...one]));
  }

  return (node, isRung = false) => {
    const before = seen.get(node);
    if (before !== undefined && isQuiet({ ...before, isRung }, performance.now()))
      return Promise.resolve(before.found);
    return asked.getOrInsertComputed(node, () => look(node));
  };
}

const dbOf = ([first]: readonly CellDatabases[]) => {
  if (first === undefined) throw new Error('The node has no cells.');
  return first.lookDb;
};

/** Which transactions have ended at the node of these cells. */
export async function readSnapshot(here: readonly CellDatabases[]): Promise<string> {
  const { rows } = await dbOf(here).query<{ snapshot: string }>(
    `select pg_current_snapshot()::text as snapshot`,
    [],
  );
  return rows[0]?.snapshot ?? '';
}

const statementFor = (queues: readonly DueQueue[], schema: string): string =>
  `with at (now) as materialized (select $1::timestamptz) ${queues.map((queue) => partFor(queue, schema)).join(' union all ')}`;

const partFor = ({ name, due }: DueQueue, schema: string): string =>
  `select '${name}' as queue where ${due.map((rows) => `exists (${here(rows, schema)})`).join(' or ')}`;

/** The time as a row: of a value PostgreSQL would plan again at each look, which costs more than all else of it. */
const here = (rows: string, schema: string): string =>
  withFloors(rows, null).replaceAll('{cell}', schema).replaceAll('$1', '(select now from at)');
