import type { Address } from '../../orders/search/orders-of-address.ts';
import { cellOf, type Celled } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { givenReason } from '../../platform/values/given-reason.ts';
import { digitsOf, readAddress } from './address.ts';

/** What somebody asks to erase, as it was typed. */
export type ErasureAsk = { reason: string } & (
  | { kind: 'order'; requestId: number }
  /** `clientId`: only with this client; null: with all. */
  | { kind: 'address'; address: string; clientId: number | null }
);

export type ErasureTarget =
  | { kind: 'order'; clientId: number; requestId: number }
  | { kind: 'address'; address: Address; clientId: number | null };

/** `reason-tells`: the reason contains the address. Reasons are kept, so the address would never be erased. */
export interface WrongErasure {
  is: 'no-order' | 'no-client' | 'bad-address' | 'no-reason' | 'reason-tells';
}

export const longestReason = 500;

/** The cell of the order or client that it is about; the centre if it is about all. */
export function placeOfAsk<Part extends Celled>(ctx: Part, ask: ErasureAsk): Part {
  const id = ask.kind === 'order' ? ask.requestId : ask.clientId;
  return id === null ? ctx : cellOf(ctx, id);
}

export async function readErasure(
  db: Sql,
  ask: ErasureAsk,
): Promise<{ is: 'read'; target: ErasureTarget; reason: string } | WrongErasure> {
  const reason = givenReason(ask.reason, longestReason);
  const read = await readTarget(db, ask);
  if (read.is !== 'target') return read;
  const { target } = read;
  if (reason === '') return { is: 'no-reason' };
  if (target.kind === 'address' && containsAddress(reason, target.address)) return { is: 'reason-tells' };
  return { is: 'read', target, reason };
}

async function readTarget(
  db: Sql,
  ask: ErasureAsk,
): Promise<{ is: 'target'; target: ErasureTarget } | WrongErasure> {
  if (ask.kind === 'order') {
    const clientId = await clientOfOrder(db, ask.requestId);
    if (clientId === null) return { is: 'no-order' };
    return { is: 'target', target: { kind: 'order', clientId, requestId: ask.requestId } };
  }
  const address = readAddress(ask.address);
  if (address === null) return { is: 'bad-address' };
  const { clientId } = ask;
  if (clientId !== null && !(await isClient(db, clientId))) return { is: 'no-client' };
  return { is: 'target', target: { kind: 'address', address, clientId } };
}

/** Joins the clients because requests are keyed by client: an id alone has no index. */
async function clientOfOrder(db: Sql, requestId: number): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `select c.id from clients c join requests r on r.client_id = c.id and r.id = $1`,
    [requestId],
  );
  return rows[0]?.id ?? null;
}

async function isClient(db: Sql, clientId: number): Promise<boolean> {
  const { rowCount } = await db.query(`select from clients where id = $1`, [clientId]);
  return rowCount === 1;
}

function containsAddress(reason: string, address: Address): boolean {
  const digits = digitsOf(address);
  return (
    (address.mail !== '' && reason.toLowerCase().includes(address.mail)) ||
    (digits !== '' && reason.replaceAll(/\D/g, '').includes(digits))
  );
}
