import { reverseTopUp, type Reversed } from '../../ledger/top-up.ts';
import { clientParty } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { mayBook } from './book-top-up.ts';

/** Takes back a top-up that was booked by mistake. */
export async function reverseBooking(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: { clientId: number; reference: string; reason: string },
  now: Date,
): Promise<Reversed | { is: 'step-up' }> {
  const party = clientParty(ask.clientId);
  if (!mayBook(principal, ask.clientId)) return { is: 'no-client' };
  if (permit(principal, 'money.move', party, now) === 'step-up') return { is: 'step-up' };
  return atomically<Reversed>(db, async (tx) => {
    const reversed = await reverseTopUp(tx, ask, now);
    if (reversed.is !== 'reversed') return reversed;
    const about = `reference ${ask.reference}`;
    const act = { party, by: actorOf(principal), act: 'money.top-up-reversed', about };
    await recordAct(tx, keyring, { ...act, before: { kopecks: reversed.amountKopecks } }, now);
    return reversed;
  });
}
