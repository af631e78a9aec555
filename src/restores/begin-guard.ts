/** Puts a restored installation under guard: what may have happened after the backup is set aside. */
import { DatabaseError } from 'pg';
import { addLimitMargins } from '../catalog/limit-margins.ts';
import { holdDeliveries } from '../messaging/queue/held-deliveries.ts';
import { holdQueued } from '../orders/held-orders.ts';
import { operator } from '../people/access/party.ts';
import { actorOf, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { endAllSessions } from '../people/sessions/end-sessions.ts';
import {
  allowTime,
  atomically,
  type DatabaseOrTx,
  type Sql,
  type Tx,
} from '../platform/database/database.ts';
import { acceptHistory, lastSeenAt } from '../platform/database/history.ts';
import { leapIds } from '../platform/database/leap-ids.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { doubtOpenExchanges } from '../suppliers/calls/doubt-exchanges.ts';
import { setAsideCodes } from '../vault/set-aside/set-aside-codes.ts';
import { findGuard, type GuardCounts } from './guard.ts';
import { planLimitMargins, planMargins, type Lost, type MarginAsk, type PlannedMargin } from './margins.ts';

export interface GuardAsk {
  /** When the old server certainly sold nothing more. */
  lostUntil: Date;
  margin: MarginAsk;
}

export type GuardBegun =
  | { is: 'begun'; restoreId: number; lost: Lost; counts: GuardCounts; pools: PlannedMargin[] }
  | { is: 'forbidden' | 'guarded' | 'no-rights' | 'nothing-noted' }
  | { is: 'ends-before'; from: Date };

/** Pools of millions of codes may be set aside. */
const timeAllowed = { statementMs: 3_600_000 };

/** More than any installation draws in the time that a backup may lack. */
const leap = 1_000_000;

const insufficientPrivilege = '42501';

/** What would be set aside. Writes nothing. */
export async function previewGuard(
  db: Sql,
  { lostUntil, margin }: GuardAsk,
): Promise<
  { lost: Lost; pools: PlannedMargin[] } | { is: 'nothing-noted' } | { is: 'ends-before'; from: Date }
> {
  const from = await lastSeenAt(db);
  if (from === null) return { is: 'nothing-noted' };
  if (lostUntil < from) return { is: 'ends-before', from };
  const lost = { from, until: lostUntil };
  return { lost, pools: await planMargins(db, lost, margin) };
}

/**
 * Guards a restored installation, in one transaction: sets aside what may have been sold, sent or asked since the backup, lets
 * ids leap, signs everybody out, and accepts the database's new history, so that processes work on it again.
 */
export async function beginGuard(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: GuardAsk,
  now: Date,
): Promise<GuardBegun> {
  if (principal.is !== 'command') return { is: 'forbidden' };
  try {
    return await atomically(db, (tx) => guard(tx, keyring, principal, ask, now));
  } catch (problem) {
    if (problem instanceof DatabaseError && problem.code === insufficientPrivilege)
      return { is: 'no-rights' };
    throw problem;
  }
}

async function guard(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: GuardAsk,
  now: Date,
): Promise<GuardBegun> {
  await allowTime(tx, timeAllowed);
  // Of two of these commands, the second waits here.
  await tx.query(`lock table restores in exclusive mode`);
  if ((await findGuard(tx)) !== null) return { is: 'guarded' };
  const planned = await previewGuard(tx, ask);
  if ('is' in planned) return planned;
  const { lost, pools } = planned;
  const sequences = await leapIds(tx, leap);
  const orders = await holdQueued(tx);
  const setAside = await setAsideCodes(tx, pools);
  const counts: GuardCounts = {
    sequences,
    orders,
    codes: setAside.reduce((sum, { codes }) => sum + codes, 0),
    deliveries: await holdDeliveries(tx, lost.until),
    exchanges: await doubtOpenExchanges(tx),
    limits: (await addLimitMargins(tx, await planLimitMargins(tx, lost))).length,
    sessions: await endAllSessions(tx),
  };
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
  return { is: 'begun', restoreId, lost, counts, pools };
}
