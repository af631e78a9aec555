/** A client announces a payment, or withdraws that. */
import {
  endTopUpRequest,
  requestTopUp,
  type TopUpRequestAsk,
  type TopUpRequested,
} from '../../ledger/top-up-requests.ts';
import type { Party } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export interface MoneyContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

export const clientParty = (clientId: number): Party => ({ side: 'client', partyId: clientId });

/**
 * Announces a payment and gives it the reference under which the operator books it. Moves no money, so that nobody has to
 * prove to be there for an invoice.
 */
export async function askTopUp(
  { db, keyring }: MoneyContext,
  principal: Principal,
  ask: Omit<TopUpRequestAsk, 'askedBy'>,
  now: Date,
): Promise<TopUpRequested | { is: 'forbidden' }> {
  const party = clientParty(ask.clientId);
  if (!may(principal, 'money.move', party)) return { is: 'forbidden' };
  const by = actorOf(principal);
  return atomically<TopUpRequested>(db, async (tx) => {
    const askedBy = principal.is === 'person' ? by.actorName : '';
    const requested = await requestTopUp(tx, { ...ask, askedBy }, now);
    if (requested.is === 'asked' && requested.isNew) {
      const { requestId, reference, sumKopecks } = requested.request;
      const act = { party, by, act: 'money.top-up-asked', about: `top-up ${requestId}` };
      await recordAct(tx, keyring, { ...act, after: { reference, sumKopecks } }, now);
    }
    return requested;
  });
}

export type TopUpWithdrawn = { is: 'withdrawn' } | { is: 'missing' };

/** The client no longer means to pay. */
export async function withdrawTopUp(
  { db, keyring }: MoneyContext,
  principal: Principal,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<TopUpWithdrawn> {
  const party = clientParty(clientId);
  if (!may(principal, 'money.move', party)) return { is: 'missing' };
  return atomically<TopUpWithdrawn>(db, async (tx) => {
    if (!(await endTopUpRequest(tx, { clientId, requestId }, now))) return { is: 'missing' };
    const act = { party, by: actorOf(principal), act: 'money.top-up-withdrawn' };
    await recordAct(tx, keyring, { ...act, about: `top-up ${requestId}` }, now);
    return { is: 'withdrawn' };
  });
}
