/** Puts a restored installation under guard: what may have happened after the backup is set aside. */
import { DatabaseError } from 'pg';
import { addLimitMargins } from '../../catalog/limit-margins.ts';
import { holdDeliveries } from '../../messaging/queue/held-deliveries.ts';
import { holdQueued } from '../../orders/held-orders.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { endAllSessions } from '../../people/sessions/end-sessions.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { gathered, joined, joinedFields, plus } from '../../platform/cells/merge.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import {
  allowTime,
  atomically,
  transaction,
  type DatabaseOrTx,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts';
import { acceptHistory, lastSeenAt } from '../../platform/database/history.ts';
import { leapIds } from '../../platform/database/leap-ids.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { doubtOpenExchanges } from '../../suppliers/calls/doubt-exchanges.ts';
import { setAsideCodes } from '../../vault/set-aside/set-aside-codes.ts';
import { findGuard, type GuardCounts } from './guard.ts';
import { planLimitMargins, planMargins, type Lost, type MarginAsk, type PlannedMargin } from './margins.ts';

export interface GuardAsk {
  /** When the old server certainly sold nothing more. */
  lostUntil: Date;
  margin: MarginAsk;
}

export type GuardBegun =
  | { is: 'begun'; restoreId: number; lost: Lost; counts: GuardCounts; pools: PlannedMargin[] }
  | { is: 'forbidden' | 'guarded' | 'no-rights' }
  | Unplanned;

/** Pools of millions of codes may be set aside. */
const timeAllowed = { statementMs: 3_600_000, idleInTransactionMs: 3_600_000 };

/** The schema with the sequences of the centre, or of all ids on one server. */
const ofCentre = 'public';

/** More than any installation draws in the time that a backup may lack. */
const leap = 1_000_000;

const insufficientPrivilege = '42501';

/** The database in which a guard is kept, and the cells with what it sets aside. */
interface GuardPlace extends Celled {
  db: DatabaseOrTx;
}

/**
 * What can't be planned. `only-all`: codes move from the ends of lots to other cells and are sold there, so that no part of a lot is
 * surely unsold.
 */
type Unplanned = { is: 'nothing-noted' | 'only-all' } | { is: 'ends-before'; from: Date };

/** What would be set aside. Writes nothing. */
export async function previewGuard(
  place: Celled & { db: Sql },
  ask: GuardAsk,
): Promise<{ lost: Lost; pools: PlannedMargin[] } | Unplanned> {
  const lost = await readLost(place, ask);
  if ('is' in lost) return lost;
  return { lost, pools: ofFaces(await gathered(place, ({ db }) => planMargins(db, lost, ask.margin))) };
}

async function readLost(
  { db, cells }: Celled & { db: Sql },
  { lostUntil, margin }: GuardAsk,
): Promise<Lost | Unplanned> {
  if (cells.length > 0 && margin !== 'all') return { is: 'only-all' };
  const from = await lastSeenAt(db);
  if (from === null) return { is: 'nothing-noted' };
  return lostUntil < from ? { is: 'ends-before', from } : { from, until: lostUntil };
}

const ofFaces = (pools: PlannedMargin[]): PlannedMargin[] =>
  joined(pools, ({ productId, faceKopecks }) => `${productId} ${faceKopecks}`, {
    free: plus,
    peakPerHour: plus,
  });

/**
 * Guards a restored installation, in one transaction: sets aside what may have been sold, sent or asked since the backup, lets
 * ids leap, signs everybody out, and accepts the database's new history, so that processes work on it again. With cells each of
 * them is one transaction and the history is accepted last: broken off, the installation is still refused, and guarding it again sets
 * nothing aside twice.
 */
export async function beginGuard(
  place: GuardPlace,
  keyring: Keyring,
  principal: Principal,
  ask: GuardAsk,
  now: Date,
  crashPoint: CrashPoint = () => {},
): Promise<GuardBegun> {
  if (principal.is !== 'command') return { is: 'forbidden' };
  try {
    return await atomically(place.db, (tx) =>
      guard({ ...place, db: tx, keyring, crashPoint }, principal, ask, now),
    );
  } catch (problem) {
    if (problem instanceof DatabaseError && problem.code === insufficientPrivilege)
      return { is: 'no-rights' };
    throw problem;
  }
}

interface Guarding extends Celled {
  db: Tx;
  keyring: Keyring;
  crashPoint: CrashPoint;
}

async function guard(
  { db: tx, cells, keyring, crashPoint }: Guarding,
  principal: Principal,
  ask: GuardAsk,
  now: Date,
): Promise<GuardBegun> {
  await allowTime(tx, timeAllowed);
  // A second command of this kind waits here.
  await tx.query(`lock table restores in exclusive mode`);
  if ((await findGuard(tx)) !== null) return { is: 'guarded' };
  const lost = await readLost({ db: tx, cells }, ask);
  if ('is' in lost) return lost;
  const each = cells.length === 0 ? [await setAside(tx, ofCentre, lost, ask.margin)] : [];
  for (const { db, schema } of cells) {
    each.push(
      await transaction(db, async (cellTx) => {
        await allowTime(cellTx, timeAllowed);
        return setAside(cellTx, schema, lost, ask.margin);
      }),
    );
    crashPoint('guard:cell-set-aside');
  }
  const { pools, ...sums } = joinedFields(each, {
    sequences: plus,
    orders: plus,
    codes: plus,
    deliveries: plus,
    exchanges: plus,
    limits: plus,
    pools: (some, others) => [...some, ...others],
  });
  if (cells.length > 0) sums.sequences += await leapIds(tx, ofCentre, leap);
  const counts: GuardCounts = { ...sums, sessions: await endAllSessions(tx) };
  const { actor, actorName } = actorOf(principal);
  const { rows } = await tx.query<{ id: number }>(
    `insert into restores (state, lost_from, lost_until, counts, begun_by, begun_at)
     values ('guarded', $1, $2, $3, $4, $5) returning id`,
    [lost.from, lost.until, JSON.stringify(counts), actor, now],
  );
  const restoreId = rows[0]?.id ?? 0;
  await acceptHistory(tx);
  const act = {
    party: operator,
    by: { actor, actorName },
    act: 'restore.guarded',
    about: `restore ${restoreId}`,
  };
  await recordAct(tx, keyring, { ...act, after: { ...counts } }, now);
  return { is: 'begun', restoreId, lost, counts, pools: ofFaces(pools) };
}

/** Sets aside what one cell has, or the only server. */
async function setAside(
  tx: Tx,
  schema: string,
  lost: Lost,
  margin: MarginAsk,
): Promise<Omit<GuardCounts, 'sessions'> & { pools: PlannedMargin[] }> {
  const pools = await planMargins(tx, lost, margin);
  const sequences = await leapIds(tx, schema, leap);
  const orders = await holdQueued(tx);
  const faces = await setAsideCodes(tx, pools);
  return {
    pools,
    sequences,
    orders,
    codes: faces.reduce((sum, { codes }) => sum + codes, 0),
    deliveries: await holdDeliveries(tx, lost.until),
    exchanges: await doubtOpenExchanges(tx),
    limits: (await addLimitMargins(tx, await planLimitMargins(tx, lost))).length,
  };
}
