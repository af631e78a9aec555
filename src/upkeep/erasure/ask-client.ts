/** Asks to forget a client that has left: destroys its key, erases all its recipients. */
import { endClient } from '../../clients/forget-client.ts';
import { findClient } from '../../clients/find-client.ts';
import { clientParty, operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { removeAllMembers } from '../../people/team/remove-all-members.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import { formerProcessesUntil } from '../../platform/secrets/client-keyring.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { insertErasure } from './ask-erasure.ts';
import { findOpen, isOpen, type OpenOfClient } from './open-of-client.ts';
import { givenReason } from '../../platform/values/given-reason.ts';
import { longestReason } from './read-erasure.ts';

export interface ForgetAsk {
  clientId: number;
  reason: string;
}

export type NotForgotten =
  | { is: 'forbidden' | 'step-up' | 'no-client' | 'forgotten-before' }
  | { is: 'no-reason' }
  /** A worker of the version before would end the erasure and erase nothing. */
  | { is: 'upgraded-of-late'; until: Date }
  /** Cancel, refund or wait. */
  | { is: 'open'; open: OpenOfClient };

export type ForgetAsked = { is: 'asked'; erasureId: number } | NotForgotten;

/** After so long every process refuses its calls, so that nothing is sealed by a key that is destroyed. */
const quietMs = 10_000;

/** The right to it; a fresh proof is asked of whoever begins it, not of what was approved since. */
export const mayForgetClient = (principal: Principal, clientId: number): boolean =>
  may(principal, 'recipients.forget', operator) && may(principal, 'clients.change', clientParty(clientId));

/** Null: it can be forgotten. */
export async function whyNotForgotten(
  db: Sql,
  { clientId, reason }: ForgetAsk,
  now: Date,
): Promise<NotForgotten | null> {
  const client = await findClient(db, clientId);
  if (client === null) return { is: 'no-client' };
  if (client.forgottenAt !== null) return { is: 'forgotten-before' };
  if (givenReason(reason, longestReason) === '') return { is: 'no-reason' };
  const until = await formerProcessesUntil(db, now);
  if (until !== null) return { is: 'upgraded-of-late', until };
  const open = await findOpen(db, clientId);
  return isOpen(open) ? { is: 'open', open } : null;
}

/** Ends the client at once; seconds later a worker destroys its key and erases what is plain. It cannot be undone. */
export function askForgetClient(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: ForgetAsk,
  now: Date,
): Promise<ForgetAsked> {
  return atomically<ForgetAsked>(db, async (tx) => {
    if (!mayForgetClient(principal, ask.clientId)) return { is: 'forbidden' };
    const problem = await whyNotForgotten(tx, ask, now);
    if (problem !== null) return problem;
    const { clientId } = ask;
    const reason = givenReason(ask.reason, longestReason);
    if (!(await endClient(tx, clientId, now))) return { is: 'forgotten-before' };
    const by = actorOf(principal);
    const members = await removeAllMembers(tx, clientParty(clientId), now);
    const target = { kind: 'client', clientId } as const;
    const dueAt = new Date(now.getTime() + quietMs);
    const erasureId = await insertErasure(tx, keyring, { target, reason, ...by, dueAt }, now);
    const act = { party: operator, by, act: 'client.forget', about: `client ${clientId}` };
    await recordAct(tx, keyring, { ...act, after: { erasure: erasureId, reason, members } }, now);
    return { is: 'asked', erasureId };
  });
}
