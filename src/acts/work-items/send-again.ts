/** Sends again what did not arrive: letters and texts to their former addresses, callbacks unchanged. */
import type { Context } from '../../context.ts';
import { replayCallback } from '../../callbacks/replay.ts';
import { resendOrder, type OrderResent } from '../../orders/acts/resend-order.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { Permission } from '../../people/access/rights.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import type { WaitingKind } from '../../reports/what-waits/waiting-kinds.ts';

/** Who may, of each kind that can be sent again. */
export const sendsAgain: Partial<Record<WaitingKind, Permission>> = {
  letters: 'orders.resend',
  callbacks: 'callbacks.replay',
};

type NotSent = Exclude<OrderResent, { is: 'asked' }>;

export interface SentAgain {
  sent: number;
  notSent: { requestId: number; why: NotSent }[];
}

type SendingContext = Pick<Context, 'db' | 'cells' | 'keyring' | 'clock'>;

/** One after the other, each in a transaction of its own: broken off, those that are not sent still wait. */
export async function sendItemsAgain(
  ctx: SendingContext,
  principal: Principal,
  kind: WaitingKind,
  keys: readonly RequestKey[],
): Promise<SentAgain> {
  const result: SentAgain = { sent: 0, notSent: [] };
  for (const key of keys) {
    const inCell = cellOf(ctx, key.clientId);
    const why =
      kind === 'letters' ? await resend(inCell, principal, key) : await replay(inCell, principal, key);
    if (why === null) result.sent += 1;
    else result.notSent.push({ requestId: key.requestId, why });
  }
  return result;
}

async function resend(ctx: SendingContext, principal: Principal, key: RequestKey): Promise<NotSent | null> {
  const resent = await resendOrder(ctx, principal, key, {});
  return resent.is === 'asked' ? null : resent;
}

async function replay(
  { db, keyring, clock }: SendingContext,
  principal: Principal,
  key: RequestKey,
): Promise<NotSent | null> {
  const { is } = await replayCallback(db, keyring, principal, key, clock.now());
  return is === 'replayed' ? null : { is: 'missing' };
}
