/** Orders that were ticked in a list, as a workbook; who took them stands in the audit of each client. */
import { actorOf, may, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import { ordersByIds } from './each-order.ts';
import { workbookOf, type OrdersOfClient } from './order-file.ts';
import type { OrdersTaken, TakingContext } from './take-orders.ts';

/** Ticked orders of one client, in its cell. */
export interface TickedOrders {
  place: TakingContext;
  clientId: number;
  /** Null: it is the only one. */
  client: string | null;
  requestIds: number[];
}

export async function takeTickedOrders(
  ticked: readonly TickedOrders[],
  principal: Principal,
  language: Language,
  now: Date,
): Promise<OrdersTaken> {
  for (const { clientId } of ticked) {
    const party = { side: 'client', partyId: clientId } as const;
    if (!may(principal, 'orders.read', party)) return { is: 'missing' };
    const permitted = permit(principal, 'exports.make', party, now);
    if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  }
  const lists: OrdersOfClient[] = [];
  for (const { place, clientId, client, requestIds } of ticked) {
    const orders = await ordersByIds(place.pageDb, clientId, requestIds);
    if (orders.length === 0) continue;
    lists.push({ client, orders });
    const party = { side: 'client', partyId: clientId } as const;
    const after = { format: 'xlsx', items: orders.map(({ requestId }) => requestId) };
    const act = { party, by: actorOf(principal), act: 'orders.exported', about: 'orders', after };
    await transaction(place.db, (tx) => recordAct(tx, place.keyring, act, now));
  }
  return lists.length === 0 ? { is: 'missing' } : { is: 'taken', content: workbookOf(lists, language) };
}
