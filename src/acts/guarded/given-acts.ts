/** Acts that a second person lets somebody do once: what is shown then (a key, a password) is for whoever asked. */
import { operator } from '../../people/access/party.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';
import { giveBack, takeGivenId } from '../../people/approvals/take-given.ts';
import { atomically } from '../../platform/database/database.ts';

export const givenActs = [
  'bulk.place',
  'keys.callback-secret',
  'keys.rotate',
  'order.redirect',
  'order.refund',
  'restore.judge',
  'supplier.access',
  'supplier.letters',
  'till.cashier',
] as const;

export type GivenAct = (typeof givenActs)[number];

/** The approval is all: whoever asked does it. */
export const given: Execute = () => Promise.resolve({ is: 'done' });

export interface GivenPayload {
  /** What will happen, in the words of the page of approvals. */
  facts: Readonly<Record<string, unknown>>;
  /** The whole form that was sent, so that only what was agreed to can be done. */
  sent: string;
}

/** `giveBack`: nothing came of it, so that it may be tried again. */
export type OnceGiven = { is: 'given'; giveBack: () => Promise<void> } | NotYet;

/** Uses up the approval of exactly this act; without one it is asked for. */
export async function onceGiven(
  { db, keyring }: GuardedContext,
  principal: Principal,
  act: GivenAct,
  { facts, sent }: GivenPayload,
  now: Date,
): Promise<OnceGiven> {
  const sentHash = keyring.fingerprint(`given:${act}:${sent}`).toString('hex');
  const payload = { ...facts, sentHash };
  return atomically<OnceGiven>(db, async (tx) => {
    const taken = await takeGivenId(tx, keyring, principal, { party: operator, act, of: payload }, now);
    return taken === null
      ? askFor({ db: tx, keyring }, principal, { act, payload }, now)
      : { is: 'given', giveBack: () => giveBack(db, operator, taken) };
  });
}
