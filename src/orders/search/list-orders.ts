/** The list of a client's orders, by filters. */
import type { Sql } from '../../platform/database/database.ts';
import { idsOfDays } from '../days/ids-of-days.ts';
import type { RequestState } from '../states.ts';
import { selectListedOrders, type ListedOrder } from './listed-order.ts';
import type { Slice } from '../../platform/database/slice.ts';

export interface OrderFilters {
  state: RequestState | null;
  productId: number | null;
  serviceCode: string | null;
  /** First and last day (`YYYY-MM-DD`, Moscow). */
  from: string | null;
  until: string | null;
  test: boolean | null;
  /** The person who placed it on a page. */
  personId: number | null;
}

export const noFilters: OrderFilters = {
  state: null,
  productId: null,
  serviceCode: null,
  from: null,
  until: null,
  test: null,
  personId: null,
};

export interface OrderListAsk extends Slice {
  clientId: number;
  filters: OrderFilters;
  limit: number;
}

export interface FoundOrders {
  /** Sorted in the direction that was asked for. */
  rows: ListedOrder[];
  /** Where to continue if not all orders could be read; null: all were. */
  lookedTo: number | null;
}

/** How many orders are read for a page at most; those that the filters leave out count too. */
const mostLookedAt = 500;

/** Orders accepted around midnight may have ids that are a moment out of order. */
const idMargin = 10_000;

/** These have an index of their own (`requests_rare`); all others are common. */
const rareStates: readonly RequestState[] = ['delayed', 'failed', 'cancelled'];

/**
 * Orders of one client by filters. It reads a bounded part of one index: of the orders of a person, of those in a rare state, or of all;
 * days become a range of ids. What no index knows is filtered among those.
 */
export async function listClientOrders(db: Sql, ask: OrderListAsk): Promise<FoundOrders> {
  const { clientId, filters, fromKey, direction, limit } = ask;
  const [first, last] = await idsOfDays(db, clientId, filters);
  const [low, high] = [
    Math.max(0, first - idMargin),
    Math.min(last, Number.MAX_SAFE_INTEGER - idMargin) + idMargin,
  ];
  const older = direction === 'older';
  const bounds = [
    older || fromKey === null ? low : Math.max(low, fromKey + 1),
    older && fromKey !== null ? Math.min(high, fromKey - 1) : high,
  ];
  const order = older ? 'desc' : 'asc';
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders(
      `(${lookedAt(filters, order, isFiltered(filters) ? mostLookedAt : limit)}) r
       where ($4::bigint is null or r.product_id = $4) and ($5::text is null or r.service_code = $5)
         and ($6::boolean is null or r.testmode = $6) and ($7::text is null or r.state = $7)
         and ($8::date is null or r.accepted_at >= $8::date::timestamp at time zone 'Europe/Moscow')
         and ($9::date is null or r.accepted_at < ($9::date + 1)::timestamp at time zone 'Europe/Moscow')
         and ($10::bigint is null or true)
       order by r.id ${order} limit $11`,
      order,
    ),
    [
      clientId,
      ...bounds,
      filters.productId,
      filters.serviceCode,
      filters.test,
      filters.state,
      filters.from,
      filters.until,
      filters.personId,
      limit,
    ],
  );
  const lookedTo = rows.length < limit ? await endOfLook(db, ask, bounds, order) : null;
  return { rows, lookedTo };
}

/** Whether the page may leave out orders that it has looked at. */
const isFiltered = (filters: OrderFilters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'personId' && value !== null);

/** The newest (or oldest) orders between two ids, of which the page takes those that match. */
function lookedAt({ personId, state }: OrderFilters, order: string, most: number): string {
  if (personId !== null) {
    return `select r.* from order_authors a join requests r on r.client_id = a.client_id and r.id = a.request_id
      where a.client_id = $1 and a.person_id = $10 and a.request_id between $2 and $3
      order by a.client_id ${order}, a.person_id ${order}, a.request_id ${order} limit ${most}`;
  }
  const rare = state !== null && rareStates.includes(state);
  return `select r.* from requests r where r.client_id = $1 ${rare ? `and r.state = '${state}'` : ''} and r.id between $2 and $3
    order by r.client_id ${order}, ${rare ? `r.state ${order},` : ''} r.id ${order} limit ${most}`;
}

/** The last order that was looked at, if there were more. */
async function endOfLook(
  db: Sql,
  { clientId, filters: { personId, state } }: OrderListAsk,
  [low, high]: number[],
  order: string,
): Promise<number | null> {
  const rare = state !== null && rareStates.includes(state);
  const [table, id, condition, sorted] =
    personId !== null
      ? [
          'order_authors',
          'request_id',
          'person_id = $5',
          `client_id ${order}, person_id ${order}, request_id ${order}`,
        ]
      : rare
        ? [
            'requests',
            'id',
            `state = '${state}' and $5::bigint is null`,
            `client_id ${order}, state ${order}, id ${order}`,
          ]
        : ['requests', 'id', '$5::bigint is null', `client_id ${order}, id ${order}`];
  const { rows } = await db.query<{ id: number }>(
    `select ${id} as id from ${table} where client_id = $1 and ${id} between $2 and $3 and ${condition}
     order by ${sorted} limit 2 offset $4`,
    [clientId, low, high, mostLookedAt - 1, personId],
  );
  return rows.length === 2 ? (rows[0]?.id ?? null) : null;
}
