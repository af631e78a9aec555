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

export interface CountedDay extends DayTotal {
  /** Between these lie the ids of its transfers. */
  first: number;
  last: number;
}

export interface Period {
  /** First Moscow day, `YYYY-MM-DD`. */
  from: string;
  /** The day after the last one. */
  to: string;
}

export interface KindSum {
  kind: TransferKind;
  kopecks: number;
}

/** All that is counted of each kind, and all that is not; kinds that never occurred are left out. */
export interface Counted {
  totals: KindSum[];
  /** The last day that is counted; '': none is. */
  lastDay: string;
  /** Transfers with a higher id are not counted. */
  position: number;
  tail: DayTotal[];
}

const latest = (condition: string): string => `
  select k.kind, coalesce(d.total_kopecks, 0) as kopecks, d.day
  from unnest($2::text[]) k (kind) left join lateral (
    select total_kopecks, day from ledger_days d where d.client_id = $1 and d.kind = k.kind ${condition}
    order by d.day desc limit 1) d on true`;

export const dayOfTransfer = `(at at time zone 'Europe/Moscow')::date`;

interface Balances extends Counted {
  funds: number;
  held: number;
  sales: number;
}

/**
 * Null: days and uncounted transfers together do not make the balances of this moment; all is read in one statement, and the
 * uncounted transfers once.
 */
export async function readCounted(tx: Sql, clientId: number): Promise<Counted | null> {
  const { rows } = await tx.query<Balances>(
    `with counted as materialized (${latest('')}),
       place as materialized (
         select coalesce((select last_id from ledger_positions where client_id = $1), 0) as position),
       tail as materialized (
         select kind, ${dayOfTransfer}::text as day, count(*) as transfers, sum(amount_kopecks)::bigint as "sumKopecks"
         from transfers where client_id = $1 and id > (select position from place) group by 1, 2)
     select max(balance_kopecks) filter (where name = 'funds') as funds,
       max(balance_kopecks) filter (where name = 'held') as held,
       max(balance_kopecks) filter (where name = 'sales') as sales,
       (select coalesce(json_agg(json_build_object('kind', kind, 'kopecks', kopecks)), '[]')
        from counted where day is not null) as totals,
       (select coalesce(max(day)::text, '') from counted) as "lastDay",
       (select position from place) as position,
       (select coalesce(json_agg(tail), '[]') from tail) as tail
     from accounts where client_id = $1`,
    [clientId, transferKinds],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { funds, held, sales, ...counted } = row;
  const sums = [
    ...counted.totals,
    ...counted.tail.map(({ kind, sumKopecks }) => ({ kind, kopecks: sumKopecks })),
  ];
  const balances = { funds, held, sales };
  const agrees = (['funds', 'held', 'sales'] as const).every(
    (name) => balanceOf(name, sums) === balances[name],
  );
  return agrees ? counted : null;
}

/** Days that follow each other, and the totals before the first of them. */
export interface Span extends Period {
  before: KindSum[];
  days: CountedDay[];
}

/** Where they reach the last counted day, the totals before are those of now without these days: nothing more is read. */
export async function readSpan(
  tx: Sql,
  clientId: number,
  { from, to }: Period,
  { totals, lastDay }: Counted,
): Promise<Span> {
  const kinds = totals.map(({ kind }) => kind);
  const [{ rows: days }, before] = await Promise.all([
    tx.query<CountedDay>(
      `select kind, day, transfers, sum_kopecks as "sumKopecks", first_id as first, last_id as last from ledger_days
       where client_id = $1 and kind = any($2::text[]) and day >= $3::date and day < $4::date`,
      [clientId, kinds, from, to],
    ),
    to > lastDay ? null : tx.query<KindSum>(latest('and d.day < $3::date'), [clientId, kinds, from]),
  ]);
  return { from, to, days, before: before?.rows ?? less(totals, days) };
}

const less = (totals: KindSum[], days: DayTotal[]): KindSum[] =>
  totals.map(({ kind, kopecks }) => ({
    kind,
    kopecks: days.reduce((rest, day) => rest - (day.kind === kind ? day.sumKopecks : 0), kopecks),
  }));

export const balanceOf = (account: AccountName, sums: KindSum[]): number =>
  sums.reduce((balance, { kind, kopecks }) => balance + effectOn(account, kind) * kopecks, 0);
