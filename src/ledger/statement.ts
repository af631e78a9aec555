import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../platform/database/database.ts';
import { findBalance, type Balance } from './balance.ts';
import { balanceOf, type Period } from './counted-days.ts';
import { readDayTotals, type DayTotals, type IdBounds } from './day-totals.ts';
import { effectOn, type TransferKind } from './post-transfers.ts';

/** What changes the prepaid balance. A capture does not: its hold has already reduced it. */
export type MovementKind = Exclude<TransferKind, 'capture'>;

export interface KindTotal {
  transfers: number;
  sumKopecks: number;
}

export type KindTotals = Partial<Record<TransferKind, KindTotal>>;

export interface StatementDay {
  /** `YYYY-MM-DD`, Moscow */
  day: string;
  totals: KindTotals;
  closingKopecks: number;
}

/** A client's prepaid balance in a period: opening + movements = closing. */
export interface Statement {
  openingKopecks: number;
  closingKopecks: number;
  /** Held for orders at the end of the period. */
  heldKopecks: number;
  totals: KindTotals;
  /** All movements of the period. */
  movements: number;
  /** Those on which something moved, the oldest first. */
  days: StatementDay[];
  /** The present value. */
  balance: Balance;
  /** For `listMovements`. */
  bounds: IdBounds;
}

export interface StatementAsk extends Period {
  clientId: number;
}

/** Read from one snapshot. Null if there is no such client. */
export async function readStatement(db: DatabaseOrTx, ask: StatementAsk): Promise<Statement | null> {
  const statements = await readStatements(db, ask.clientId, [ask]);
  return statements?.[0] ?? null;
}

/** Reads statements of several periods of a client from one snapshot: what they have in common is read once. */
export function readStatements(
  db: DatabaseOrTx,
  clientId: number,
  periods: readonly Period[],
): Promise<Statement[] | null> {
  return atomically(db, async (tx: Tx) => {
    await tx.query(`set transaction isolation level repeatable read`);
    const balance = await findBalance(tx, clientId);
    if (balance === null) return null;
    const totals = await readDayTotals(tx, clientId, periods);
    return totals.map((one) => statementOf(one, balance));
  });
}

function statementOf({ before, days: sums, bounds }: DayTotals, balance: Balance): Statement {
  const start = [...before].map(([kind, kopecks]) => ({ kind, kopecks }));
  const moved = sums.map(({ kind, sumKopecks }) => ({ kind, kopecks: sumKopecks }));
  const openingKopecks = balanceOf('funds', start);
  const days = daysOf(sums, openingKopecks);
  const totals = totalsOf(sums);
  return {
    openingKopecks,
    closingKopecks: openingKopecks + balanceOf('funds', moved),
    heldKopecks: balanceOf('held', [...start, ...moved]),
    totals,
    movements: Object.entries(totals).reduce(
      (sum, [kind, { transfers }]) => sum + (kind === 'capture' ? 0 : transfers),
      0,
    ),
    days,
    balance,
    bounds,
  };
}

function daysOf(sums: DayTotals['days'], openingKopecks: number): StatementDay[] {
  const byDay = [...Map.groupBy(sums, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  let closingKopecks = openingKopecks;
  return byDay.map(([day, ofDay]) => {
    closingKopecks += balanceOf(
      'funds',
      ofDay.map(({ kind, sumKopecks }) => ({ kind, kopecks: sumKopecks })),
    );
    return { day, totals: totalsOf(ofDay), closingKopecks };
  });
}

function totalsOf(sums: DayTotals['days']): KindTotals {
  const totals: KindTotals = {};
  for (const { kind, transfers, sumKopecks } of sums) {
    const total = (totals[kind] ??= { transfers: 0, sumKopecks: 0 });
    total.transfers += transfers;
    total.sumKopecks += sumKopecks;
  }
  return totals;
}

/** When the client's money first moved; null: never. */
export async function findFirstTransfer(db: Sql, clientId: number): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(
    `select at from transfers where client_id = $1 order by id limit 1`,
    [clientId],
  );
  return rows[0]?.at ?? null;
}

/** One change of the prepaid balance. */
export interface Movement {
  id: number;
  at: Date;
  kind: MovementKind;
  requestId: number | null;
  /** Positive for incoming money, negative for outgoing. */
  amountKopecks: number;
  reference: string;
  note: string;
}

export interface MovementsAsk extends StatementAsk {
  bounds: IdBounds;
  /** Only those with a higher id. */
  after: number;
  limit: number;
}

interface MovementRow extends Omit<Movement, 'amountKopecks'> {
  kopecks: number;
}

const movements = (ids: string): string => `
  (select id, at, kind, request_id, reference, note, amount_kopecks from transfers
   where client_id = $1 and ${ids} and id > $7 and kind <> 'capture'
     and at >= ($2 || 'T00:00:00+03:00')::timestamptz and at < ($3 || 'T00:00:00+03:00')::timestamptz
   order by id limit $8)`;

/** The movements of a period in the order of their ids, from among the ids that its statement names. */
export async function listMovements(db: Sql, ask: MovementsAsk): Promise<Movement[]> {
  const { clientId, from, to, bounds, after, limit } = ask;
  const { rows } = await db.query<MovementRow>(
    `select id, at, kind, request_id as "requestId", amount_kopecks as kopecks, coalesce(reference, '') as reference, note
     from (${movements('id between $4 and $5')} union all ${movements('id > $6')}) m order by id limit $8`,
    [clientId, from, to, bounds.first, bounds.last, bounds.behind ?? Number.MAX_SAFE_INTEGER, after, limit],
  );
  return rows.map(({ kopecks, ...row }) => ({
    ...row,
    amountKopecks: effectOn('funds', row.kind) * kopecks,
  }));
}

const movementsInBatch = 1000;

export interface BalancedMovement extends Movement {
  balanceKopecks: number;
}

/** All of them with the balance after each, in batches, in memory that does not grow with their number. */
export async function* eachMovement(
  db: Sql,
  ask: StatementAsk & Pick<Statement, 'bounds' | 'openingKopecks'>,
): AsyncGenerator<BalancedMovement, undefined> {
  let balanceKopecks = ask.openingKopecks;
  for (let after = 0; ;) {
    const batch = await listMovements(db, { ...ask, after, limit: movementsInBatch });
    for (const movement of batch) {
      balanceKopecks += movement.amountKopecks;
      yield { ...movement, balanceKopecks };
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < movementsInBatch) return;
    after = last.id;
  }
}
