/** Database pages that each path reads, full beside empty: unlike rates they do not depend on what else the machine does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import type { Line } from '../report/line.ts';
import type { Installation, Path } from './enduring-paths.ts';

/** An idle connection reports what it has read after ten seconds. */
const reportedMs = 10_500;
/** Indexes of ten million rows are a level deeper than those of a hundred thousand; reading the history would be thousands. */
const mostMore = 2;

/** One more round of each path, whose pages are counted: in memory or not; nothing may be vacuumed meanwhile. */
export async function pagesOfPaths(
  paths: readonly Path[],
  both: Record<'full' | 'empty', Installation>,
  { what, say }: { what: string; say: (message: string) => void },
): Promise<Line[]> {
  const lines: Line[] = [];
  // What was read before, to prepare.
  await sleep(reportedMs);
  for (const path of paths) {
    say(`database pages: ${path.what}`);
    const before = await pagesRead(both);
    for (const one of [both.full, both.empty]) await path.rate(one);
    await sleep(reportedMs);
    const after = await pagesRead(both);
    const [full, empty] = [after.full - before.full, after.empty - before.empty];
    lines.push(lineOf(path, what, full / path.operations, empty / path.operations));
  }
  return lines;
}

function lineOf(path: Path, what: string, value: number, beside: number): Line {
  return {
    section: 'endures',
    what: `database pages, ${path.what}, after ${what}`,
    unit: 'pages',
    value,
    beside: { what: 'empty installation', value: beside },
    aim: { details: `≤ ${mostMore} more`, met: value <= beside + mostMore },
  };
}

const pagesRead = async ({
  full,
  empty,
}: Record<'full' | 'empty', Installation>): Promise<Record<'full' | 'empty', number>> => ({
  full: await pagesReadBy(full.shop.db),
  empty: await pagesReadBy(empty.shop.db),
});

/** By connections that have ended since, too. */
async function pagesReadBy(db: Database): Promise<number> {
  const { rows } = await db.query<{ pages: number }>(
    `select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.pages ?? 0;
}
