/** The orders' own part of erasing recipients: the requests, what finds them, and what their comments say. */
import { bothUuids } from '../clients/sandbox.ts';
import type { Tx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { holdTerms, mentions, removeTerms } from './search/remove-terms.ts';
import type { RequestState } from './states.ts';

/** A locked order with what its client gave of persons. */
export interface ErasableOrder {
  requestId: number;
  state: RequestState;
  uuid: string;
  comment: string;
  emailTo: string;
  toPhone: string;
  externalId: string;
  callbackUrl: string | null;
}

/** Locks orders of one client without waiting: orders that are locked are left out. */
export async function lockErasable(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<ErasableOrder[]> {
  const { rows } = await tx.query<ErasableOrder>(
    `select id as "requestId", state, uuid, comment, email_to as "emailTo", to_phone as "toPhone", external_id as "externalId",
       callback_url as "callbackUrl"
     from requests where client_id = $1 and id = any($2::bigint[]) order by id for no key update skip locked`,
    [clientId, requestIds],
  );
  return rows;
}

/** The client's own identifiers of an order, without the recipient's address. */
export const keptOf = (order: ErasableOrder) => ({
  requestId: order.requestId,
  externalId: mentions(order.externalId, order) ? '' : order.externalId,
  callbackUrl: mentions(order.callbackUrl ?? '', order) ? null : order.callbackUrl,
});

/**
 * Erases the persons of locked orders. The client's own identifiers stay, so that its books can be compared, unless the
 * recipient's address is part of them. Of the parameters no hash is left by which one could try out addresses; a repeat
 * of the uuid is then always the same order. Returns the number of rows.
 */
export async function eraseRecipients(
  tx: Tx,
  keyring: Keyring,
  clientId: number,
  orders: readonly ErasableOrder[],
  now: Date,
): Promise<number> {
  await holdTerms(tx, clientId);
  const terms = await removeTerms(tx, keyring, clientId, orders);
  const kept = orders.map(keptOf);
  const requests = await tx.query(
    `update requests r
     set email_from = '', email_to = '', sender_name = '', recipient_name = '', to_phone = '', greeting = '', comment = '',
       external_id = w.external_id, callback_url = w.callback_url, erased_at = coalesce(r.erased_at, $5)
     from unnest($2::bigint[], $3::text[], $4::text[]) as w (id, external_id, callback_url)
     where r.client_id = $1 and r.id = w.id`,
    [clientId, ...columnsOf(kept, ['requestId', 'externalId', 'callbackUrl']), now],
  );
  const uuids = orders.flatMap(({ uuid }) => (uuid === '' ? [] : bothUuids(uuid)));
  const parameters = await tx.query(
    `update idempotency set parameters = '' where client_id = $1 and uuid = any($2::text[])`,
    [clientId, uuids],
  );
  const comments = await tx.query(
    `delete from order_comments where client_id = $1 and request_id = any($2::bigint[])`,
    [clientId, orders.map(({ requestId }) => requestId)],
  );
  return [requests, parameters, comments].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), terms);
}
