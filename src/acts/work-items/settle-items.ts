/** A person decides that nothing more is to be done about items that wait. */
import { settleAbandoned } from '../../callbacks/settle-abandoned.ts';
import { settleTopUps } from '../../ledger/top-up-requests.ts';
import { settleFailures } from '../../messaging/queue/settle-failures.ts';
import { clientParty, operator } from '../../people/access/party.ts';
import { actorOf, may, permit, type Actor, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { byCell, everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import { atomically, type Database, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { mostDecided, type Decided, type Decision } from '../../platform/values/decision.ts';
import { givenReason } from '../../platform/values/given-reason.ts';
import { settlesKind, waitingKinds, type WaitingKind } from '../../reports/what-waits/waiting-kinds.ts';
import { settleLetters, settleReplies } from '../../suppliers/activation/settle-letters.ts';

export interface SettlingAsk extends Decided {
  kind: WaitingKind;
  because: string;
}

export type ItemsSettled =
  /** `more`: there are others, for the same act. */
  { is: 'settled'; count: number; more: boolean } | { is: 'forbidden' | 'step-up' | 'no-reason' };

export const longestReason = 500;

interface Context extends Celled {
  db: Database;
  keyring: Keyring;
}

type Verb = (tx: Tx, decided: Decided, decision: Decision) => Promise<number[]>;

const verbs: Partial<Record<WaitingKind, Verb>> = {
  letters: settleFailures,
  callbacks: settleAbandoned,
  'top-ups': settleTopUps,
  activation: settleLetters,
  replies: settleReplies,
};

/** Settles the items of each cell in a transaction of its own, with its line in the audit; after an interruption the act is repeated. */
export async function settleItems(
  ctx: Context,
  principal: Principal,
  { kind, because, ...decided }: SettlingAsk,
  now: Date,
): Promise<ItemsSettled> {
  const needs = settlesKind(kind);
  const settle = verbs[kind];
  if (needs === null || settle === undefined) return { is: 'forbidden' };
  const permitted = permit(principal, needs, operator, now);
  if (permitted !== 'permitted') return { is: permitted };
  const reason = givenReason(because, longestReason);
  if (reason === '') return { is: 'no-reason' };
  const by = actorOf(principal);
  const decision = { by: by.actorName, because: reason, at: now };
  let [count, more] = [0, false];
  for (const { db } of placesOf(ctx, kind, decided)) {
    const rows = await atomically(db, async (tx) => {
      const settled = await settle(tx, decided, decision);
      if (settled.length > 0)
        await noteSettled(tx, ctx.keyring, { kind, by, reason, items: distinct(settled) }, now);
      return settled;
    });
    count += distinct(rows).length;
    more ||= rows.length >= mostDecided;
  }
  return { is: 'settled', count, more };
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/** The cells of what was ticked, or all. */
function placesOf(ctx: Context, kind: WaitingKind, { ids }: Decided): Context[] {
  if (waitingKinds[kind].of !== 'cells') return [ctx];
  return ids === null ? everyCell(ctx) : byCell(ctx, ids).map(([cell]) => cell);
}

async function noteSettled(
  tx: Tx,
  keyring: Keyring,
  { kind, by, reason, items }: { kind: WaitingKind; by: Actor; reason: string; items: readonly number[] },
  now: Date,
): Promise<void> {
  await tx.query(`delete from work_items where kind = $1 and item = any($2::bigint[])`, [kind, items]);
  const after = { reason, count: items.length, items: items.slice(0, mostListed) };
  const act = { party: operator, by, act: 'work.settled', about: `waiting ${kind}`, after };
  await recordAct(tx, keyring, act, now);
}

/** The audit names so many; each thing says itself by whom it was settled. */
const mostListed = 200;

/** A client's people say that they need none of the callbacks that were given up until now. */
export async function settleCallbacksOfClient(
  { db, keyring }: { db: DatabaseOrTx; keyring: Keyring },
  principal: Principal,
  { clientId, because }: { clientId: number; because: string },
  now: Date,
): Promise<ItemsSettled> {
  const party = clientParty(clientId);
  if (!may(principal, 'callbacks.replay', party)) return { is: 'forbidden' };
  const reason = givenReason(because, longestReason);
  if (reason === '') return { is: 'no-reason' };
  const by = actorOf(principal);
  return atomically<ItemsSettled>(db, async (tx) => {
    const decision = { by: by.actorName, because: reason, at: now };
    const ids = await settleAbandoned(tx, { ids: null, until: now, clientId }, decision);
    if (ids.length > 0) {
      const after = { reason, count: ids.length };
      await recordAct(tx, keyring, { party, by, act: 'callbacks.settled', about: 'callbacks', after }, now);
    }
    return { is: 'settled', count: ids.length, more: ids.length >= mostDecided };
  });
}
