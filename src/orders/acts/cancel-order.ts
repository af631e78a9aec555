/** Cancels an order that waits, queued or for codes: its money is free again, and the client's program gets a callback. */
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { endOrders, type EndingRequest } from '../end-orders.ts';
import type { RequestKey } from '../find-requests.ts';
import { requestColumns } from '../queued-request.ts';
import type { RequestState } from '../states.ts';

export type Cancelled =
  | { is: 'cancelled' }
  | { is: 'missing' }
  /** It is issued, or its supplier is being asked: what comes of that has to be paid. */
  | { is: 'too-late'; state: RequestState };

export async function cancelOrder(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  key: RequestKey,
  now: Date,
): Promise<Cancelled> {
  const party = { side: 'client', partyId: key.clientId } as const;
  return atomically<Cancelled>(db, async (tx) => {
    if (!may(principal, 'orders.cancel', party)) return { is: 'missing' };
    const request = await lockRequest(tx, key);
    if (request === null) return { is: 'missing' };
    const { state } = request;
    if (state !== 'queued' && state !== 'delayed') return { is: 'too-late', state };
    await endOrders(tx, keyring, [{ request, state: 'cancelled', refusal: { why: 'cancelled' } }], now);
    const act = {
      party,
      by: actorOf(principal),
      act: 'order.cancelled',
      about: `request ${key.requestId}`,
      before: { state },
      after: { state: 'cancelled' },
    };
    await recordAct(tx, keyring, act, now);
    return { is: 'cancelled' };
  });
}

async function lockRequest(
  tx: Tx,
  { clientId, requestId }: RequestKey,
): Promise<(EndingRequest & { state: RequestState }) | null> {
  const { rows } = await tx.query<EndingRequest & { state: RequestState }>(
    `select ${requestColumns}, r.state, (select p.brand_id from products p where p.id = r.product_id) as "brandId"
     from requests r where r.client_id = $1 and r.id = $2 for update`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}
