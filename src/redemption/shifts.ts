/** Shifts of cashiers. */
import type { Context } from '../context.ts';
import { fromCells, joinedFields, least, mergedSums, plus } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import { isAllowed, isOfRedeemer, redeemerKey, redeemerOf, type Till } from './till.ts';

/** Closed shifts that a cashier sees. */
const mostShifts = 20;
/** The redemptions of a shift that nobody closed are summed for this time at the most. */
const longestShiftDays = 31;

export interface Shift {
  beganAt: Date;
  /** Null: it is open. */
  endedAt: Date | null;
  redeemed: number;
  sumKopecks: number;
  undone: number;
}

export type ShiftClosed = { is: 'closed'; shift: Shift } | { is: 'nothing' } | { is: 'forbidden' };

type ShiftContext = Pick<Context, 'db' | 'cells'>;

/** Everything that a cashier redeemed since the last shift was closed. Null: nothing. */
export async function openShift(ctx: ShiftContext, till: Till, now: Date): Promise<Shift | null> {
  const began = await beganAt(ctx.db, till, now);
  const ofCells = await fromCells(ctx, ({ db }) => sumSince(db, till, { began, now }));
  const { first, ...counted } = joinedFields(ofCells, { first: least<Date>, ...addUp });
  return first === null ? null : { beganAt: first, endedAt: null, ...counted };
}

interface Sums extends Pick<Shift, 'redeemed' | 'sumKopecks' | 'undone'> {
  first: Date | null;
}

const addUp = { redeemed: plus, sumKopecks: plus, undone: plus };

async function sumSince(db: Sql, till: Till, { began, now }: { began: Date; now: Date }): Promise<Sums> {
  const { rows } = await db.query<Sums>(
    `select min(redeemed_at) as first, ${sums} ${ofCashier} and r.redeemed_at >= $4 and r.redeemed_at < $5`,
    [...redeemerKey(till), began, now],
  );
  return rows[0] as Sums;
}

/** Ends the shift: what is redeemed from now on belongs to the next one. */
export async function closeShift(ctx: ShiftContext, till: Till, now: Date): Promise<ShiftClosed> {
  if (!isAllowed(till, 'codes.redeem')) return { is: 'forbidden' };
  const shift = await openShift(ctx, till, now);
  if (shift === null) return { is: 'nothing' };
  const { rowCount } = await ctx.db.query(
    `insert into till_shifts (supplier_id, person_id, began_at, ended_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [till.supplierId, redeemerOf(till), shift.beganAt, now],
  );
  return rowCount === 0 ? { is: 'nothing' } : { is: 'closed', shift: { ...shift, endedAt: now } };
}

/** Closed shifts, newest first. What was undone later is not in their sums. */
export const listShifts = (ctx: ShiftContext, till: Till): Promise<Shift[]> =>
  mergedSums(ctx, { key: (shift: Shift) => shift.beganAt.getTime(), join: addUp }, ({ db }) =>
    shiftsInCell(db, till),
  );

async function shiftsInCell(db: Sql, till: Till): Promise<Shift[]> {
  const { rows } = await db.query<Shift>(
    `select h.began_at as "beganAt", h.ended_at as "endedAt", t.redeemed, t."sumKopecks", t.undone
     from (select s.began_at, s.ended_at from till_shifts s
           where ${isOfRedeemer('s')} order by s.began_at desc limit ${mostShifts}) h
     cross join lateral (
       select ${sums} ${ofCashier} and r.redeemed_at >= h.began_at and r.redeemed_at < h.ended_at) t
     order by h.began_at desc`,
    redeemerKey(till),
  );
  return rows;
}

const sums = `count(*) filter (where r.undone_at is null) as redeemed,
  coalesce(sum(coalesce(r.amount_kopecks, c.face_kopecks)) filter (where r.undone_at is null), 0)::bigint as "sumKopecks",
  count(*) filter (where r.undone_at is not null) as undone`;

const ofCashier = `from redemptions r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
  where ${isOfRedeemer('r')}`;

/** Where the last closed shift ended. */
async function beganAt(db: Sql, till: Till, now: Date): Promise<Date> {
  const { rows } = await db.query<{ endedAt: Date }>(
    `select s.ended_at as "endedAt" from till_shifts s where ${isOfRedeemer('s')} order by s.began_at desc limit 1`,
    redeemerKey(till),
  );
  const earliest = new Date(now.getTime() - longestShiftDays * 86_400_000);
  const [last] = rows;
  return last !== undefined && last.endedAt > earliest ? last.endedAt : earliest;
}
