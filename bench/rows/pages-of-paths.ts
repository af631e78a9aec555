/** Database pages that each path reads, full beside empty: unlike rates they do not depend on what else the machine does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { countedLine, type Line } from '../report/line.ts';
import type { Installation, Path } from './enduring-paths.ts';

/** An idle connection reports what it has read after ten seconds. */
const reportedMs = 10_500;
/** Indexes of ten million rows are a level deeper than those of a hundred thousand; reading the history would be thousands. */
const mostMore = 2;
/** Of a table or an index that is named beside its path. */
const leastNamed = 0.2;

/** Both that are measured. */
type Both<Value> = Record<'full' | 'empty', Value>;
/** Pages read of each table and index. */
type Pages = Map<string, number>;

/** One more round of each path, whose pages are counted: in memory or not; nothing may be vacuumed meanwhile. */
export async function pagesOfPaths(
  paths: readonly Path[],
  both: Both<Installation>,
  { what, say }: { what: string; say: (message: string) => void },
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    say(`database pages: ${path.what}`);
    for (const one of [both.full, both.empty]) await path.prepare?.(one);
    // What was read before, to prepare.
    await sleep(reportedMs);
    const before = await pagesRead(both);
    for (const one of [both.full, both.empty]) await path.rate(one);
    await sleep(reportedMs);
    const after = await pagesRead(both);
    const read = {
      full: since(after.full, before.full, path),
      empty: since(after.empty, before.empty, path),
    };
    lines.push(pathLine(path, what, read), ...whereMore(path, read));
  }
  return lines;
}

/** Of one operation. */
const since = (after: Pages, before: Pages, { operations }: Path): Pages =>
  new Map([...after].map(([name, pages]) => [name, (pages - (before.get(name) ?? 0)) / operations]));

const sum = (pages: Pages): number => [...pages.values()].reduce((total, one) => total + one, 0);

function pathLine(path: Path, what: string, read: Both<Pages>): Line {
  const [value, beside] = [sum(read.full), sum(read.empty)];
  return countedLine({
    section: 'endures',
    what: `database pages, ${path.what}, after ${what}`,
    unit: 'pages',
    value,
    beside: { what: 'empty installation', value: beside },
    aim: { most: beside + mostMore },
  });
}

/** The tables and indexes that the difference is made of. */
const whereMore = (path: Path, { full, empty }: Both<Pages>): Line[] =>
  [...full]
    .map(([name, value]) => ({ name, value, beside: empty.get(name) ?? 0 }))
    .filter(({ value, beside }) => Math.abs(value - beside) >= leastNamed)
    .toSorted((one, other) => other.value - other.beside - (one.value - one.beside))
    .map(({ name, value, beside }) => ({
      section: 'endures',
      what: `  ${path.what}: ${name}`,
      unit: 'pages',
      value,
      beside: { what: 'empty installation', value: beside },
    }));

const pagesRead = async ({ full, empty }: Both<Installation>): Promise<Both<Pages>> => ({
  full: await pagesReadBy(full.shop.db),
  empty: await pagesReadBy(empty.shop.db),
});

/** By connections that have ended since, too. */
async function pagesReadBy(db: Database): Promise<Pages> {
  const { rows } = await db.query<{ name: string; pages: number }>(
    `select relname as name, sum(pages)::bigint as pages from (
       select relname, heap_blks_hit + heap_blks_read + coalesce(toast_blks_hit + toast_blks_read + tidx_blks_hit + tidx_blks_read, 0) as pages
       from pg_statio_all_tables where schemaname <> 'pg_toast'
       union all select indexrelname, idx_blks_hit + idx_blks_read from pg_statio_all_indexes where schemaname <> 'pg_toast'
       union all select relname, blks_hit + blks_read from pg_statio_all_sequences) p
     group by relname`,
  );
  return new Map(rows.map(({ name, pages }) => [name, pages]));
}
