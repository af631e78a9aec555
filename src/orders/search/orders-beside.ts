import type { Sql } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';
import { listClientOrders, type OrderFilters } from './list-orders.ts';

/** Numbers of requests; null where the list ends. */
export interface Beside {
  newer: number | null;
  older: number | null;
}

/** What stands beside an order in the list of its client. */
export async function ordersBeside(
  db: Sql,
  { clientId, requestId }: RequestKey,
  filters: OrderFilters,
): Promise<Beside> {
  const next = async (direction: 'newer' | 'older'): Promise<number | null> => {
    const ask = { clientId, filters, fromKey: requestId, direction, limit: 1 };
    return (await listClientOrders(db, ask)).rows[0]?.requestId ?? null;
  };
  const [newer, older] = await Promise.all([next('newer'), next('older')]);
  return { newer, older };
}
