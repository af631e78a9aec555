import type { Sql } from '../platform/database/database.ts';
import { effectOn, transferKinds, type AccountName, type TransferKind } from './post-transfers.ts';

/** The transfers of a kind on one Moscow day. */
export interface DayTotal {
  kind: TransferKind;
  /** `YYYY-MM-DD` */
  day: string;
  transfers: number;
  sumKopecks: number;
}

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

export interface Period {
  /** First Moscow day, `YYYY-MM-DD`. */
  from: string;
  /** The day after the last one. */
  to: string;
}

const moscowDayOf = `(at at time zone 'Europe/Moscow')::date`;

const latest = (condition: string): string => `
  select k.kind, coalesce((
    select d.total_kopecks from ledger_days d where d.client_id = $1 and d.kind = k.kind ${condition}
    order by d.day desc limit 1), 0) as kopecks
  from unnest($2::text[]) k (kind)`;

const uncounted = `
  select * from transfers
  where client_id = $1 and id > coalesce((select last_id from ledger_positions where client_id = $1), 0)`;

interface KindSum {
  kind: TransferKind;
  kopecks: number;
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
  if (!(await daysAgree(tx, clientId))) {
    const { rows } = await tx.query<DayTotal>(sumsByDay('select * from transfers where client_id = $1'), [
      clientId,
    ]);
    const bounds = { first: 0, last: 0, position: 0 };
    return periods.map((period) => put(new Map(), rows, { ...period, bounds }));
  }
  const [{ rows: tail }, { rows: positions }] = await Promise.all([
    tx.query<DayTotal>(sumsByDay(uncounted), [clientId]),
    tx.query<{ last_id: number }>(`select last_id from ledger_positions where client_id = $1`, [clientId]),
  ]);
  const position = positions[0]?.last_id ?? 0;
  return Promise.all(periods.map((period) => readCounted(tx, { clientId, period, tail, position })));
}

interface CountedAsk {
  clientId: number;
  period: Period;
  /** Sums of what is not counted yet. */
  tail: DayTotal[];
  position: number;
}

async function readCounted(
  tx: Sql,
  { clientId, period: { from, to }, tail, position }: CountedAsk,
): Promise<DayTotals> {
  const [before, days] = await Promise.all([
    tx.query<KindSum>(latest('and d.day < $3::date'), [clientId, transferKinds, from]),
    tx.query<DayTotal & { first: number; last: number }>(
      `select kind, day, transfers, sum_kopecks as "sumKopecks", first_id as first, last_id as last from ledger_days
       where client_id = $1 and kind = any($2::text[]) and day >= $3::date and day < $4::date`,
      [clientId, transferKinds, from, to],
    ),
  ]);
  const bounds = {
    first: Math.min(...days.rows.map(({ first }) => first)),
    last: Math.max(0, ...days.rows.map(({ last }) => last)),
    position,
  };
  return put(new Map(before.rows.map(({ kind, kopecks }) => [kind, kopecks])), [...days.rows, ...tail], {
    from,
    to,
    bounds: Number.isFinite(bounds.first) ? bounds : { ...bounds, first: 0, last: 0 },
  });
}

const sumsByDay = (transfers: string): string => `
  select kind, ${moscowDayOf} as day, count(*) as transfers, sum(amount_kopecks)::bigint as "sumKopecks"
  from (${transfers}) t group by 1, 2`;

/** Puts each sum to what was before the period or to its day. */
function put(
  before: Map<TransferKind, number>,
  sums: DayTotal[],
  { from, to, bounds }: { from: string; to: string; bounds: IdBounds },
): DayTotals {
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
  return { before, days: days.values().toArray(), bounds };
}

/** Whether days and uncounted transfers together make the balances of this moment; all in one statement. */
export async function daysAgree(tx: Sql, clientId: number): Promise<boolean> {
  const { rows } = await tx.query<{ funds: number; held: number; sales: number; sums: KindSum[] }>(
    `select max(balance_kopecks) filter (where name = 'funds') as funds,
       max(balance_kopecks) filter (where name = 'held') as held,
       max(balance_kopecks) filter (where name = 'sales') as sales,
       (select coalesce(json_agg(s), '[]') from (
          ${latest('')}
          union all select kind, sum(amount_kopecks)::bigint from (${uncounted}) t group by kind) s) as sums
     from accounts where client_id = $1`,
    [clientId, transferKinds],
  );
  const [found] = rows;
  if (found === undefined) return true;
  return (['funds', 'held', 'sales'] as const).every((name) => balanceOf(name, found.sums) === found[name]);
}

export const balanceOf = (account: AccountName, sums: KindSum[]): number =>
  sums.reduce((balance, { kind, kopecks }) => balance + effectOn(account, kind) * kopecks, 0);
