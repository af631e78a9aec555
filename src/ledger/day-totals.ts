import type { Sql } from '../platform/database/database.ts';
import {
  readCounted,
  readSpan,
  uncounted,
  type DayTotal,
  type KindSum,
  type Period,
  type Span,
} from './counted-days.ts';
import type { TransferKind } from './post-transfers.ts';

/** Where the transfers of a period lie: between the ids, or behind the position. */
export interface IdBounds {
  first: number;
  last: number;
  position: number;
}

export interface DayTotals {
  /** Of all days before the period, by kind. */
  before: Map<TransferKind, number>;
  /** Of the period, by day. */
  days: DayTotal[];
  bounds: IdBounds;
}

/**
 * Sums of periods from the days that are counted and the transfers that are not. Call it in one snapshot
 * (repeatable read). Where a transfer has come late, everything is summed from the transfers themselves.
 */
export async function readDayTotals(
  tx: Sql,
  clientId: number,
  periods: readonly Period[],
): Promise<DayTotals[]> {
  const counted = await readCounted(tx, clientId);
  if (counted === null) {
    const { rows } = await tx.query<DayTotal>(sumsByDay('select * from transfers where client_id = $1'), [
      clientId,
    ]);
    const bounds = { first: 0, last: 0, position: 0 };
    return periods.map((period) => ({ ...put([], rows, period), bounds }));
  }
  const [{ rows: tail }, { rows: positions }] = await Promise.all([
    tx.query<DayTotal>(sumsByDay(uncounted), [clientId]),
    tx.query<{ last_id: number }>(`select last_id from ledger_positions where client_id = $1`, [clientId]),
  ]);
  const position = positions[0]?.last_id ?? 0;
  const spans = await Promise.all(spansOf(periods).map((span) => readSpan(tx, clientId, span, counted)));
  return periods.map((period) => {
    const span = spans.find(({ from, to }) => from <= period.from && period.to <= to);
    if (span === undefined) throw new Error(`No days were read for ${period.from}.`);
    const sums = put(span.before, [...span.days, ...tail], period);
    return { ...sums, bounds: boundsOf(span, period, position) };
  });
}

/** The days of all periods, each once. */
function spansOf(periods: readonly Period[]): Period[] {
  const spans: Period[] = [];
  for (const { from, to } of periods.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const before = spans.at(-1);
    if (before === undefined || before.to < from) spans.push({ from, to });
    else if (to > before.to) before.to = to;
  }
  return spans;
}

const sumsByDay = (transfers: string): string => `
  select kind, (at at time zone 'Europe/Moscow')::date as day, count(*) as transfers,
    sum(amount_kopecks)::bigint as "sumKopecks"
  from (${transfers}) t group by 1, 2`;

function boundsOf({ days }: Span, { from, to }: Period, position: number): IdBounds {
  const own = days.filter(({ day }) => day >= from && day < to);
  if (own.length === 0) return { first: 0, last: 0, position };
  return {
    first: Math.min(...own.map(({ first }) => first)),
    last: Math.max(...own.map(({ last }) => last)),
    position,
  };
}

/** Puts each sum to what was before the period or to its day. */
function put(start: KindSum[], sums: DayTotal[], { from, to }: Period): Omit<DayTotals, 'bounds'> {
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
