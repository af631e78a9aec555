/** The filters of `/c/orders` in addresses and forms. */
import { noFilters, type OrderFilters } from '../../../orders/search/list-orders.ts';
import { requestStates, type RequestState } from '../../../orders/states.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';

/** Names of the filters in addresses and forms. */
const filterNames = ['state', 'product', 'code', 'from', 'until', 'kind', 'who'] as const;

/** What of them is given, to be put into another address or form. */
export const givenFilters = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** A value that makes no sense is no filter. */
export function filtersIn(query: Readonly<Record<string, string>>): OrderFilters {
  const given = (name: string): string | null => query[name]?.trim() || null;
  const state = given('state');
  const kind = given('kind');
  return {
    ...noFilters,
    state: requestStates.find((one): one is RequestState => one === state) ?? null,
    productId: idIn(query['product']),
    serviceCode: given('code'),
    from: dayIn(query['from']),
    until: dayIn(query['until']),
    test: kind === 'test' ? true : kind === 'real' ? false : null,
    personId: idIn(query['who']),
  };
}
