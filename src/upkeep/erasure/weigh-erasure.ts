/** Says what an erasure would do now. It changes nothing and only locks the orders for a moment. */
import { chosenOrders } from '../../orders/exchange/exchanged-orders.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import { operator } from '../../people/access/party.ts';
import { permit, type Principal } from '../../people/access/principal.ts';
import { cellOf, type Celled } from '../../platform/cells/cell-context.ts';
import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { addressHash } from './address.ts';
import { weighErasure } from './erase-orders.ts';
import { cellsToSearch, clientsToSearch, findOrders } from './find-orders.ts';
import type { Hindrance } from './hindrance.ts';
import {
  placeOfAsk,
  readErasure,
  type ErasureAsk,
  type ErasureTarget,
  type WrongErasure,
} from './read-erasure.ts';

export interface Weighed {
  is: 'weighed';
  target: ErasureTarget;
  /** Orders that can be erased now. */
  erasable: number;
  hindered: Partial<Record<Hindrance, number>>;
  clients: number;
  /** Not all were counted. */
  more: boolean;
  /** Erasures that were asked for the same order or address before. */
  earlier: number;
}

/** More orders of one address are not counted before they are erased. */
const mostWeighed = 500;

interface WeighingContext extends Celled {
  db: Database;
  keyring: Keyring;
}

export async function weigh(
  ctx: WeighingContext,
  principal: Principal,
  ask: ErasureAsk,
  now: Date,
): Promise<Weighed | WrongErasure | { is: 'forbidden' | 'step-up' }> {
  const permitted = permit(principal, 'recipients.forget', operator, now);
  if (permitted !== 'permitted') return { is: permitted };
  const read = await readErasure(placeOfAsk(ctx, ask).db, ask);
  if (read.is !== 'read') return read;
  const { target } = read;
  const found = await ordersOf(ctx, target);
  const orders = Map.groupBy(found.slice(0, mostWeighed), ({ clientId }) => clientId);
  const weighed: Weighed = {
    is: 'weighed',
    target,
    erasable: 0,
    hindered: {},
    clients: orders.size,
    more: found.length > mostWeighed,
    earlier: await countEarlier(ctx.db, ctx.keyring, target),
  };
  for (const [clientId, keys] of orders) {
    const requestIds = keys.map(({ requestId }) => requestId);
    const one = await transaction(cellOf(ctx, clientId).db, (tx) =>
      weighErasure(tx, { clientId, requestIds }, now),
    );
    weighed.erasable += one.erasable;
    for (const why of one.hindered.values()) weighed.hindered[why] = (weighed.hindered[why] ?? 0) + 1;
  }
  return weighed;
}

/** Perhaps more than are weighed. */
async function ordersOf(ctx: WeighingContext, target: ErasureTarget): Promise<RequestKey[]> {
  if (target.kind === 'order') {
    const { clientId, requestId } = target;
    const chosen = await chosenOrders(cellOf(ctx, clientId).db, { clientId, cardRequestId: requestId });
    return [requestId, ...chosen].map((id) => ({ clientId, requestId: id }));
  }
  const { address, clientId } = target;
  const found = cellsToSearch(ctx, clientId).map(async ({ db, keyring }) => {
    const clientIds = await clientsToSearch(db, clientId);
    return findOrders(db, keyring, { address, clientIds, after: 0, most: mostWeighed + 1 });
  });
  return (await Promise.all(found)).flat();
}

async function countEarlier(db: Sql, keyring: Keyring, target: ErasureTarget): Promise<number> {
  const { rows } = await (target.kind === 'order'
    ? db.query<{ count: number }>(
        `select count(*) as count from erasures where client_id = $1 and request_id = $2`,
        [target.clientId, target.requestId],
      )
    : db.query<{ count: number }>(`select count(*) as count from erasures where address_hash = $1`, [
        addressHash(keyring, target.address),
      ]));
  return rows[0]?.count ?? 0;
}
