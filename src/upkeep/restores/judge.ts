/** Decisions of people about what a guard has set aside. */
import { endLimitMargins } from '../../catalog/limit-margins.ts';
import { judgeHeldDeliveries } from '../../messaging/queue/held-deliveries.ts';
import { issueHeld } from '../../orders/held-orders.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { findGuard, isCleared, openOfGuard, type Guard, type OpenOfGuard } from './guard.ts';

export type Judged<Result> = { is: 'forbidden' | 'step-up' | 'not-guarded' } | Result;

/** Runs an act of a person within the guard, and records it. */
export async function withinGuard<Result extends { is: string }>(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  now: Date,
  work: (tx: Tx, guard: Guard) => Promise<{ result: Result; act: string | null; after: object }>,
): Promise<Judged<Result>> {
  const permitted = permit(principal, 'restores.settle', operator, now);
  if (permitted !== 'permitted') return { is: permitted };
  return atomically<Judged<Result>>(db, async (tx) => {
    const guard = await findGuard(tx);
    if (guard === null) return { is: 'not-guarded' };
    const { result, act, after } = await work(tx, guard);
    if (act !== null) {
      const about = `restore ${guard.id}`;
      await recordAct(tx, keyring, { party: operator, by: actorOf(principal), act, about, after }, now);
    }
    return result;
  });
}

/** Lets held orders be issued. Others are cancelled like any order that waits. */
export const issueHeldOrders = (
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  requestIds: number[] | null,
  now: Date,
): Promise<Judged<{ is: 'judged'; count: number }>> =>
  withinGuard(db, keyring, principal, now, async (tx) => {
    const count = await issueHeld(tx, requestIds, now);
    return { result: { is: 'judged', count }, act: 'restore.orders-issued', after: { orders: count } };
  });

/** Sends held messages, or drops those that were sent before. */
export const judgeMessages = (
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: { requestIds: number[] | null; send: boolean },
  now: Date,
): Promise<Judged<{ is: 'judged'; count: number }>> =>
  withinGuard(db, keyring, principal, now, async (tx) => {
    const count = await judgeHeldDeliveries(tx, ask, now);
    const after = { messages: count, sent: ask.send };
    return { result: { is: 'judged', count }, act: 'restore.messages-judged', after };
  });

/** Ends the margins of monthly limits: kept as used, or given back. */
export const judgeLimits = (
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  keep: boolean,
  now: Date,
): Promise<Judged<{ is: 'judged'; count: number }>> =>
  withinGuard(db, keyring, principal, now, async (tx) => {
    const count = await endLimitMargins(tx, keep);
    const after = { limits: count, kept: keep };
    return { result: { is: 'judged', count }, act: 'restore.limits-judged', after };
  });

/** Ends the guard; refused while something waits for a person. */
export const endGuard = (
  { db, cells, keyring }: Celled & { db: DatabaseOrTx; keyring: Keyring },
  principal: Principal,
  now: Date,
): Promise<Judged<{ is: 'ended' } | { is: 'open'; open: OpenOfGuard }>> =>
  withinGuard<{ is: 'ended' } | { is: 'open'; open: OpenOfGuard }>(
    db,
    keyring,
    principal,
    now,
    async (tx, { id }) => {
      const open = await openOfGuard({ db: tx, cells });
      if (!isCleared(open)) return { result: { is: 'open', open }, act: null, after: {} };
      await tx.query(`update restores set state = 'over', ended_at = $2 where id = $1`, [id, now]);
      return { result: { is: 'ended' }, act: 'restore.ended', after: {} };
    },
  );
