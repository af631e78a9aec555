/** The sequences of a cell's ids, at its node: they go on wherever the cell is. */
import type { Database, Tx } from '../database/database.ts';
import type { CellSequence } from './node-plan.ts';
import { atNode, type Node } from './nodes.ts';

/** The last id that was drawn, by the sequence with its schema. */
export type Positions = ReadonlyMap<string, number>;

interface Position {
  sequence: string;
  last: number;
}

/** A cell that moves, or whose move was killed, has sequences at two nodes: the further one counts. */
export async function readPositions(db: Database, nodes: readonly Node[]): Promise<Positions> {
  const read = await Promise.all(
    nodes.map((node) =>
      atNode(db, node, (there) =>
        there.query<Position>(
          `select replace(schemaname, '_closed', '_here') || '.' || sequencename as sequence, last_value as last
           from pg_sequences where schemaname ~ '^cell_[0-9]+_(here|closed)$' and last_value is not null`,
        ),
      ),
    ),
  );
  const positions = new Map<string, number>();
  for (const { sequence, last } of read.flatMap(({ rows }) => rows))
    positions.set(sequence, Math.max(last, positions.get(sequence) ?? 0));
  return positions;
}

/** Makes those that are missing; one that is behind goes on from its position. */
export async function makeSequences(
  tx: Tx,
  entry: string,
  sequences: readonly CellSequence[],
  positions: Positions,
): Promise<void> {
  for (const { name, start, step } of sequences)
    await tx.query(`create sequence if not exists ${entry}.${name} increment ${step} start ${start}`);
  const known = sequences.flatMap(({ name }) => {
    const last = positions.get(`${entry}.${name}`);
    return last === undefined ? [] : [{ name, last }];
  });
  await tx.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, last)
     from pg_sequences join unnest($2::text[], $3::bigint[]) as known (name, last) on sequencename = name
     where schemaname = $1 and coalesce(last_value, 0) < last`,
    [entry, known.map(({ name }) => name), known.map(({ last }) => last)],
  );
}
