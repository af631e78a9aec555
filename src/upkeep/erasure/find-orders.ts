/** The orders in which an address occurs. */
import { findRedirected } from '../../messaging/queue/find-redirected.ts';
import type { RequestKey } from '../../orders/find-requests.ts';
import { findOrdersOfAddress, type Address } from '../../orders/search/orders-of-address.ts';
import { cellOf, everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { textOf } from './address.ts';

export interface FindAsk {
  address: Address;
  clientIds: readonly number[];
  /** Reads only requests of one client after this one. */
  after: number;
  most: number;
}

/** Orders for an address, or sent to it later, by client and request. */
export async function findOrders(
  db: Sql,
  keyring: Keyring,
  { address, clientIds, after, most }: FindAsk,
): Promise<RequestKey[]> {
  const [ordered, redirected] = [
    await findOrdersOfAddress(db, keyring, { ...address, clientIds, after, most }),
    await findRedirected(db, { addresses: [textOf(address)], clientIds, after, most }),
  ];
  const all = new Map([...ordered, ...redirected].map((key) => [`${key.clientId}:${key.requestId}`, key]));
  return [...all.values()]
    .toSorted((one, other) => one.clientId - other.clientId || one.requestId - other.requestId)
    .slice(0, most);
}

/** The cells to look through: that of one client, or all. */
export const cellsToSearch = <Part extends Celled>(ctx: Part, clientId: number | null): Part[] =>
  clientId === null ? everyCell(ctx) : [cellOf(ctx, clientId)];

/** The clients of a cell to look through: one, or all. */
export async function clientsToSearch(db: Sql, clientId: number | null): Promise<number[]> {
  if (clientId !== null) return [clientId];
  const { rows } = await db.query<{ id: number }>(`select id from clients order by id`);
  return rows.map(({ id }) => id);
}
