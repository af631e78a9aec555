/** Looks in which cells a queue has something due: one statement for all cells of a node. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../database/database.ts';
import type { CellDatabases } from './open-cells.ts';

interface Looked {
  cell: CellDatabases;
}

export interface LookParts {
  now: () => Date;
  /** Shared by all queues of a process. */
  snapshotOf: SnapshotOf;
  /** The node beside which this process stands; empty: beside none. */
  node: string;
}

/**
 * A look also sees what will be due within this time. So where it saw nothing, and no transaction has changed anything at the node since, the
 * tables need not be looked at again before: each costs as much as asking what has changed.
 */
const aheadMs = 1000;

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

export function createLook(
  due: readonly string[],
  { now, node: ours, snapshotOf, idleMs }: LookParts & { idleMs: number },
): Look {
  const lookedMs = new Map<string, number>();
  /** The cells in which nothing was due or soon would be, and when. */
  const empty = new Map<number, Present>();

  function isTime(node: string, { isRung, isBusy }: { isRung: boolean; isBusy: boolean }): boolean {
    const agoMs = performance.now() - (lookedMs.get(node) ?? -Infinity);
    if (isRung) return true;
    if (ours !== '' && node !== ours) return agoMs >= idleMs * elsewhereFactor;
    return !isBusy || agoMs >= idleMs;
  }

  async function atNode<Turn extends Looked>(node: string, turns: readonly Turn[]): Promise<Turn[]> {
    lookedMs.set(node, performance.now());
    const [first] = turns;
    if (first === undefined) return [];
    try {
      const present = { node, snapshot: await snapshotOf(node, first.cell.db), atMs: performance.now() };
      if (turns.every(({ cell }) => isSame(empty.get(cell.cell), present))) return [];
      const { rows } = await first.cell.db.query<{ cell: number }>(
        turns.map(({ cell }) => statementFor(cell, due)).join(' union all '),
        // PostgreSQL refuses a value for which there is no place.
        due.some((statement) => statement.includes('$1')) ? [new Date(now().getTime() + aheadMs)] : [],
      );
      const found = new Set(rows.map(({ cell }) => cell));
      for (const { cell } of turns)
        if (found.has(cell.cell)) empty.delete(cell.cell);
        else empty.set(cell.cell, present);
      return turns.filter(({ cell }) => found.has(cell.cell));
    } catch {
      // Perhaps a cell moves, or the node does not answer: each is asked for itself, and says what is wrong.
      return [...turns];
    }
  }

  return async (turns, how) => {
    if (due.length === 0) return [];
    const nodes = Map.groupBy(turns, ({ cell }) => cell.node() ?? '');
    const looks = [...nodes].filter(([node]) => isTime(node, how));
    return (await Promise.all(looks.map(([node, each]) => atNode(node, each)))).flat();
  };
}

interface Present {
  node: string;
  /** Which transactions had ended: as long as it is the same, nobody sees anything new. */
  snapshot: string;
  atMs: number;
}

const isSame = (before: Present | undefined, { node, snapshot, atMs }: Present): boolean =>
  before?.node === node && before.snapshot === snapshot && atMs - before.atMs < aheadMs;

/** What `Present.snapshot` is at a node, to which `db` leads. */
export type SnapshotOf = (node: string, db: Sql) => Promise<string>;

/** Queues whose rest ends at the same moment ask for it together. */
const togetherMs = 1;

export function sharedSnapshots(): SnapshotOf {
  const asked = new Map<string, Promise<string>>();
  return (node, db) =>
    asked.getOrInsertComputed(node, async () => {
      await sleep(togetherMs);
      // Whoever asks from now on is told what is later than that.
      asked.delete(node);
      return readSnapshot(db);
    });
}

async function readSnapshot(db: Sql): Promise<string> {
  const { rows } = await db.query<{ snapshot: string }>(`select pg_current_snapshot()::text as snapshot`, []);
  return rows[0]?.snapshot ?? '';
}

const statementFor = ({ cell, schema }: CellDatabases, due: readonly string[]): string =>
  `select ${cell} as cell where ${due.map((rows) => `exists (${rows.replaceAll('{cell}', schema)})`).join(' or ')}`;
