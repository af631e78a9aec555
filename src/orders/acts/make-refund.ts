/** Takes a certificate back on behalf of somebody, with the reason in the audit. */
import type { Context } from '../../context.ts';
import { clientParty } from '../../people/access/party.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import { refundOrder, type RefundAsk, type Refunded } from '../refund-order.ts';

export type MadeRefund = Refunded | { is: 'forbidden' | 'step-up' };

type RefundContext = Pick<Context, 'keyring' | 'crashPoint'> & { db: DatabaseOrTx };

export async function makeRefund(
  { db, keyring, crashPoint }: RefundContext,
  principal: Principal,
  ask: RefundAsk,
  now: Date,
): Promise<MadeRefund> {
  const party = clientParty(ask.clientId);
  const permitted = permit(principal, 'refunds.make', party, now);
  if (permitted !== 'permitted') return { is: permitted };
  const refunded = await atomically<Refunded>(db, async (tx) => {
    const outcome = await refundOrder(tx, ask, now);
    if (outcome.is === 'refunded') {
      const act = { party, by: actorOf(principal), act: 'order.refunded', about: `request ${ask.requestId}` };
      const { note, takenBack = false } = ask;
      await recordAct(tx, keyring, { ...act, after: { kopecks: outcome.sumKopecks, note, takenBack } }, now);
    }
    crashPoint('refund:before-commit');
    return outcome;
  });
  crashPoint('refund:after-commit');
  return refunded;
}
