import type { Sql } from '../../platform/database/database.ts';
import { digestKindNames, digestKinds, digestRows, type DigestKind } from './digest-kinds.ts';
import { periodMs } from './raise-digests.ts';

/** Metrics of failures in the last hour and of current problems, in one statement for all kinds. */
export async function measureFailures(db: Sql, now: Date): Promise<{ kind: DigestKind; amount: number }[]> {
  const { rows } = await db.query<{ kind: DigestKind; amount: number }>(allKinds, [
    new Date(now.getTime() - periodMs),
    now,
  ]);
  return rows;
}

const maxCounted = 10_000;

const allKinds = digestKindNames
  .filter((kind) => digestKinds[kind].is !== 'recovery')
  .map(
    (kind) =>
      `select '${kind}' as kind, count(*)::integer as amount from
       (select from (${digestRows[kind]}) f where $1::timestamptz <= $2::timestamptz limit ${maxCounted}) f`,
  )
  .join(' union all ');
