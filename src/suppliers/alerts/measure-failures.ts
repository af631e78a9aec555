/** The metrics of failures. */
import { fromCells, joined, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countDigest, type DigestPlace } from './count-digest.ts';
import { digestKindNames, digestKinds, digestRows, type DigestKind } from './digest-kinds.ts';
import { periodMs } from './raise-digests.ts';

interface Measured {
  kind: DigestKind;
  amount: number;
}

const measured = digestKindNames.filter((kind) => digestKinds[kind].is !== 'recovery');

/** Metrics of failures in the last hour and of current problems. */
export async function measureFailures(place: DigestPlace, now: Date): Promise<Measured[]> {
  if (place.cells.length === 0) return measureKinds(place.db, measured, now);
  const of = (where: 'cells' | 'centre') => measured.filter((kind) => digestKinds[kind].of === where);
  const measures = await Promise.all([
    fromCells(place, ({ db }) => measureKinds(db, of('cells'), now)),
    measureKinds(place.db, of('centre'), now),
    ...measured
      .filter((kind) => !of('cells').includes(kind) && !of('centre').includes(kind))
      .map((kind) => measureLines(place, kind, now)),
  ]);
  return joined(measures.flat(2), ({ kind }) => kind, { amount: plus });
}

async function measureLines(place: DigestPlace, kind: DigestKind, now: Date): Promise<Measured> {
  const counted = await countDigest(place, kind, now, now);
  return { kind, amount: counted.reduce((sum, { amount }) => sum + amount, 0) };
}

const maxCounted = 10_000;

/** In one statement for all kinds. */
async function measureKinds(db: Sql, kinds: readonly DigestKind[], now: Date): Promise<Measured[]> {
  const statement = kinds
    .map(
      (kind) =>
        `select '${kind}' as kind, count(*)::integer as amount from
         (select from (${digestRows[kind]}) f where $1::timestamptz <= $2::timestamptz limit ${maxCounted}) f`,
    )
    .join(' union all ');
  const { rows } = await db.query<Measured>(statement, [new Date(now.getTime() - periodMs), now]);
  return rows;
}
