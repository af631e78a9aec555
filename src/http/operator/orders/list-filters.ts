/** The filters of `/o/orders` in addresses, and what stands beside an order under them. */
import { noFilters, type OrderFilters } from '../../../orders/search/list-orders.ts';
import { ordersBeside, type Beside } from '../../../orders/search/orders-beside.ts';
import { listOrdersOfAll, wholeLists, type WholeList } from '../../../reports/orders-of-all.ts';
import type { ClientOrder } from '../../../reports/client-order.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { daysIn, type Days } from '../../../web/shell/period.ts';
import type { OperatorCall } from '../operator.ts';

type Query = Readonly<Record<string, string>>;

export interface ListFilters extends Days {
  which: WholeList | '';
  clientId: number | null;
  productId: number | null;
}

/** A value that makes no sense is no filter. */
export const filtersIn = (query: Query): ListFilters => ({
  which: wholeLists.find((one) => one === query['state']) ?? '',
  clientId: idIn(query['client']),
  productId: idIn(query['product']),
  ...daysIn(query),
});

/** The filters of a list for another address: the page of an order knows by them what stands beside it. */
export function givenFilters(query: Query): Record<string, string> {
  const { which, clientId, productId, from, until } = filtersIn(query);
  return {
    state: which === '' && clientId === null ? 'issued' : which,
    client: String(clientId ?? ''),
    product: String(productId ?? ''),
    from,
    until,
  };
}

/** The filters that the list of one client knows. */
export const ofOneClient = ({ which, productId, from, until }: ListFilters): OrderFilters => ({
  ...noFilters,
  state: which || null,
  productId,
  from: from || null,
  until: until || null,
});

/** What stands beside an order in the list from which it was opened; the lists of what is at work are not paged. */
export async function besideInList(
  { ctx, query }: OperatorCall,
  { clientId, requestId, orderId }: Pick<ClientOrder, 'clientId' | 'requestId' | 'orderId'>,
): Promise<Beside> {
  const filters = filtersIn(query);
  if (filters.clientId === clientId)
    return ordersBeside(ctx.pageDb, { clientId, requestId }, ofOneClient(filters));
  const { which, productId } = filters;
  const fromKey = which === 'issued' ? orderId : requestId;
  if (which === '' || which === 'queued' || which === 'obtaining' || fromKey === null) return noneBeside;
  const next = async (direction: 'newer' | 'older'): Promise<number | null> => {
    const { rows } = await listOrdersOfAll(ctx, { which, productId, fromKey, direction, limit: 1 });
    return rows[0]?.requestId ?? null;
  };
  const [newer, older] = await Promise.all([next('newer'), next('older')]);
  return { newer, older };
}

const noneBeside: Beside = { newer: null, older: null };
