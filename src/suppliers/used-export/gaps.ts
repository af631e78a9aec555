/** Finds times for which a supplier never got a complete answer, although it asked for earlier and later ones (docs/decisions/0008). */
import type { Context } from '../../context.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { fromCells, least } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { countListed, firstListed } from '../../vault/list-sold.ts';

export interface Interval {
  from: Date;
  /** Exclusive. */
  to: Date;
}

export interface Gap extends Interval {
  /** Certificates that were sold in it; `mostSalesCounted`: that many or more. */
  sales: number;
}

/** Sales of one gap in one cell are not counted further. */
export const mostSalesCounted = 10_000;

/** How long a gap without a sale is reported, so that its cause can be mended; it can't get a sale any more. */
const emptyGapDays = 7;

const rangeOf = (from: string, to: string): string => `tstzrange(${from}::timestamptz, ${to}::timestamptz)`;

/** Times of many ranges as parameters, and the multirange made of them. */
const manyOf = (froms: string, tos: string): string =>
  `(select coalesce(range_agg(${rangeOf('f', 't')}), '{}') from unnest(${froms}::timestamptz[], ${tos}::timestamptz[]) as g (f, t))`;

const boundsOf = (intervals: readonly Interval[]): [Date[], Date[]] => [
  intervals.map(({ from }) => from),
  intervals.map(({ to }) => to),
];

/**
 * Notes that an interval is asked for. All that was not asked for before stays unanswered until an answer is complete: this interval,
 * and what lies between it and those from before. With the first call also what was sold earlier.
 */
export async function noteAsked(
  ctx: Pick<Context, 'db' | 'cells'>,
  { supplierId, from, to }: Interval & { supplierId: number },
): Promise<void> {
  const { rows } = await ctx.db.query<{ isFirst: boolean }>(
    `select isempty(asked) as "isFirst" from integration_access where supplier_id = $1`,
    [supplierId],
  );
  const firsts =
    rows[0]?.isFirst === true ? await fromCells(ctx, (cell) => firstListed(cell.db, supplierId)) : [];
  const first = firsts.reduce(least, null);
  await ctx.db.query(
    `update integration_access a set asked = w.span,
       unanswered = unanswered + (tstzmultirange(w.span) - tstzmultirange(a.asked))
     from (select supplier_id, range_merge(asked, ${rangeOf('$2', '$3')}) as span from integration_access where supplier_id = $1 for update) w
     where a.supplier_id = w.supplier_id and a.asked <> w.span`,
    [supplierId, first !== null && first < from ? first : from, to],
  );
}

/** The gaps of a supplier beside the interval that it asks for, the oldest first, with their sales. */
export async function readGaps<Part extends Celled>(
  ctx: Part,
  dbOf: (part: Part) => Sql,
  { supplierId, beside }: { supplierId: number; beside: Interval | null },
): Promise<Gap[]> {
  const { rows } = await dbOf(ctx).query<Interval>(
    `select lower(g) as "from", upper(g) as "to"
     from integration_access, unnest(unanswered - ${manyOf('$2', '$3')}) as g where supplier_id = $1 order by 1`,
    [supplierId, ...boundsOf(beside === null ? [] : [beside])],
  );
  if (rows.length === 0) return [];
  const counts = await fromCells(ctx, (cell) => countListed(dbOf(cell), supplierId, rows, mostSalesCounted));
  return rows.map((gap, nth) => ({
    ...gap,
    sales: Math.min(
      mostSalesCounted,
      counts.reduce((sum, ofCell) => sum + (ofCell[nth] ?? 0), 0),
    ),
  }));
}

/** When the supplier last got a complete answer; null: never. */
export async function lastAnsweredAt(db: Sql, supplierId: number): Promise<Date | null> {
  const { rows } = await db.query<{ endedAt: Date }>(
    `select ended_at as "endedAt" from used_exports where supplier_id = $1 and ended_at is not null order by id desc limit 1`,
    [supplierId],
  );
  return rows[0]?.endedAt ?? null;
}

/** What was listed beside this interval when it was asked for before: a repeated call gets the same. */
export async function gapsListedBefore(
  db: Sql,
  { supplierId, from, to }: Interval & { supplierId: number },
): Promise<Interval[]> {
  const { rows } = await db.query<Interval>(
    `select lower(g) as "from", upper(g) as "to" from unnest((
       select coalesce(range_agg(r), '{}') from used_exports, unnest(gaps) as r
       where supplier_id = $1 and from_at = $2 and to_at = $3 and gaps <> '{}' and ended_at is not null)) as g order by 1`,
    [supplierId, from, to],
  );
  return rows;
}

/** Intervals that touch or overlap become one; the earliest is first. */
export function mergedIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, to } of intervals.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = merged.at(-1);
    if (last === undefined || from > last.to) merged.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return merged;
}

/** The intervals are answered completely. */
export async function noteAnswered(
  db: Sql,
  supplierId: number,
  answered: readonly Interval[],
): Promise<void> {
  await db.query(
    `update integration_access set unanswered = unanswered - ${manyOf('$2', '$3')}
     where supplier_id = $1 and unanswered && ${manyOf('$2', '$3')}`,
    [supplierId, ...boundsOf(answered)],
  );
}

/** Forgets old gaps in which nothing was sold: what was answered up to a later time gets no sale any more. */
export async function forgetEmptyGaps(
  db: Sql,
  supplierId: number,
  gaps: readonly Gap[],
  now: Date,
): Promise<void> {
  const before = now.getTime() - emptyGapDays * 86_400_000;
  const empty = gaps.filter(({ sales, to }) => sales === 0 && to.getTime() < before);
  if (empty.length > 0) await noteAnswered(db, supplierId, empty);
}
