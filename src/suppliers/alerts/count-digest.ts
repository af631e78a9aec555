/** Counts what a digest tells, over all cells. */
import type { Celled } from '../../platform/cells/cell-context.ts';
import { descending, fromCells, gathered, joined, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { digestKinds, digestRows, type DigestKind } from './digest-kinds.ts';

export const maxExamples = 10;
/** Above this the number itself is enough. */
const maxCounted = 10_000;

/** Where digests are, and the cells with most of what they tell. */
export interface DigestPlace extends Celled {
  db: Sql;
}

export interface Counted {
  /** 0: of no client in particular. */
  client_id: number;
  amount: number;
  examples: string[];
}

/** Per client, with some examples; most first. */
export async function countDigest(
  place: DigestPlace,
  kind: DigestKind,
  from: Date,
  until: Date,
): Promise<Counted[]> {
  const { of } = digestKinds[kind];
  if (place.cells.length === 0 || of === 'centre') return countIn(place.db, kind, from, until);
  if (of === 'cells') {
    const counted = await gathered(place, ({ db }) => countIn(db, kind, from, until));
    const examples = (some: string[], others: string[]) => [...some, ...others].slice(0, maxExamples);
    return joined(counted, (one) => one.client_id, { amount: plus, examples }).toSorted(
      descending(({ amount }) => amount),
    );
  }
  const found = await fromCells(place, ({ db }) => linesIn(db, kind, from, until));
  const lines = of === 'both' ? [...new Set(found.flat())] : summed(found.flat());
  const examples = lines.slice(0, maxExamples);
  return lines.length === 0 ? [] : [{ client_id: 0, amount: lines.length, examples }];
}

/** Newest first. */
async function countIn(db: Sql, kind: DigestKind, from: Date, until: Date): Promise<Counted[]> {
  const { rows } = await db.query<Counted>(
    `with problems as (${rowsOf(kind)})
     select client_id, count(*)::integer as amount,
       (array_agg(line order by at desc))[1:${maxExamples}] as examples
     from problems group by client_id order by amount desc, client_id`,
    [from, until],
  );
  return rows;
}

async function linesIn(db: Sql, kind: DigestKind, from: Date, until: Date): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`select line from (${rowsOf(kind)}) f order by at desc`, [
    from,
    until,
  ]);
  return rows.map(({ line }) => line);
}

const rowsOf = (kind: DigestKind): string =>
  `select client_id, at, line from (${digestRows[kind]}) f where $1::timestamptz is not null limit ${maxCounted}`;

const beforeNumber = ' · ';

/** Lines that differ in their number alone become one. */
function summed(lines: readonly string[]): string[] {
  const parts = lines.map((line) => {
    const end = line.lastIndexOf(beforeNumber);
    return { name: line.slice(0, end), number: Number(line.slice(end + beforeNumber.length)) };
  });
  return joined(parts, ({ name }) => name, { number: plus }).map(
    ({ name, number }) => `${name}${beforeNumber}${number}`,
  );
}
