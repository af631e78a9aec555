import type { Sql } from '../platform/database/database.ts';
import {
  dayOfTransfer,
  readCounted,
  readSpan,
  type Counted,
  type DayTotal,
  type KindSum,
  type Period,
  type Span,
} from './counted-days.ts';
import type { TransferKind } from './post-transfers.ts';

/** Where the transfers of a period are: between the two ids, or after the id `behind`; null: none are after it. */
export interface IdBounds {
  first: number;
  last: number;
  behind: number | null;
}

export interface DayTotals {
  /** Sums of all days before the period, by kind. */
  before: Map<TransferKind, number>;
  /** Sums of the period, by day. */
  days: DayTotal[];
  bounds: IdBounds;
}

/**
 * Sums transfers by day: counted days come from their table, later transfers are added. Call it in one snapshot (repeatable read).
 * If a transfer was written late, into a day that is counted, everything is summed from the transfers themselves.
 */
export async function readDayTotals(
  tx: Sql,
  clientId: number,
  periods: readonly Period[],
): Promise<DayTotals[]> {
  const counted = await readCounted(tx, clientId);
  if (counted === null) {
    const { rows } = await tx.query<DayTotal>(
      `select kind, ${dayOfTransfer} as day, count(*) as transfers, sum(amount_kopecks)::bigint as "sumKopecks"
       from transfers where client_id = $1 group by 1, 2`,
      [clientId],
    );
    const bounds = { first: 0, last: 0, behind: 0 };
    return periods.map((period) => ({ ...splitByPeriod([], rows, period), bounds }));
  }
  const spans = await Promise.all(spansOf(periods).map((span) => readSpan(tx, clientId, span, counted)));
  return periods.map((period) => {
    const span = spans.find(({ from, to }) => from <= period.from && period.to <= to);
    if (span === undefined) throw new Error(`No days were read for ${period.from}.`);
    const sums = splitByPeriod(span.before, [...span.days, ...counted.tail], period);
    return { ...sums, bounds: boundsOf(span, period, counted) };
  });
}

/** Joins periods that overlap, so that each day is read once. */
function spansOf(periods: readonly Period[]): Period[] {
  const spans: Period[] = [];
  for (const { from, to } of periods.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const before = spans.at(-1);
    if (before === undefined || before.to < from) spans.push({ from, to });
    else if (to > before.to) before.to = to;
  }
  return spans;
}

function boundsOf({ days }: Span, period: Period, { position, tail }: Counted): IdBounds {
  const isOf = ({ day }: DayTotal): boolean => day >= period.from && day < period.to;
  const own = days.filter(isOf);
  const behind = tail.some(isOf) ? position : null;
  if (own.length === 0) return { first: 0, last: 0, behind };
  return {
    first: Math.min(...own.map(({ first }) => first)),
    last: Math.max(...own.map(({ last }) => last)),
    behind,
  };
}

/** Adds each sum to the time before the period or to its day; later days are left out. */
function splitByPeriod(start: KindSum[], sums: DayTotal[], { from, to }: Period): Omit<DayTotals, 'bounds'> {
  const before = new Map(start.map(({ kind, kopecks }) => [kind, kopecks]));
  const days = new Map<string, DayTotal>();
  for (const { kind, day, transfers, sumKopecks } of sums) {
    if (day < from) before.set(kind, (before.get(kind) ?? 0) + sumKopecks);
    if (day < from || day >= to) continue;
    const sum = days.getOrInsertComputed(`${day} ${kind}`, () => ({
      kind,
      day,
      transfers: 0,
      sumKopecks: 0,
    }));
    sum.transfers += transfers;
    sum.sumKopecks += sumKopecks;
  }
  return { before, days: days.values().toArray() };
}
