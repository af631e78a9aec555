/** Sends a certificate again. To a corrected address is a right of its own: whoever has it can send the certificate to anybody. */
import type { Context } from '../../context.ts';
import { askForResend, type Resend, type ResendAddress } from '../../messaging/queue/resend.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';

export type OrderResent = Resend | { is: 'missing' | 'step-up' };

type ResendContext = Pick<Context, 'keyring' | 'clock'> & { db: DatabaseOrTx };

export async function resendOrder(
  { db, keyring, clock }: ResendContext,
  principal: Principal,
  key: RequestKey,
  address: ResendAddress,
): Promise<OrderResent> {
  const now = clock.now();
  const party = { side: 'client', partyId: key.clientId } as const;
  const isCorrected = address.email !== undefined || address.phone !== undefined;
  const permitted = permit(principal, isCorrected ? 'orders.redirect' : 'orders.resend', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'forbidden' ? 'missing' : 'step-up' };
  const asker = principal.is === 'person' && principal.side === 'client' ? 'client' : 'operator';
  return atomically<OrderResent>(db, async (tx) => {
    const resent = await askForResend({ db: tx, clock }, key, asker, address);
    if (resent.is !== 'asked' || resent.repeated) return resent;
    const act = {
      party,
      by: actorOf(principal),
      act: 'order.resent',
      about: `request ${key.requestId}`,
      after: { channels: resent.channels, corrected: isCorrected },
    };
    await recordAct(tx, keyring, act, now);
    return resent;
  });
}
