import { announcementOf, announceOutcomes, type AnnouncedRequest } from '../callbacks/announce.ts';
import { postTransfers, transfersOf } from '../ledger/post-transfers.ts';
import { inOrder, type Tx } from '../platform/database/database.ts';
import { floorOf } from '../platform/database/kept-versions.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { giveBackExchanged } from './exchange/exchanged-orders.ts';
import { breakPromises, type Promised } from './promises.ts';
import { requestColumns, type QueuedRequest } from './queued-request.ts';
import { wireError, type Refusal } from './refusals.ts';
import { movable } from './states.ts';

/** The facts of a request that ending it needs. */
export type EndingRequest = AnnouncedRequest & Pick<QueuedRequest, 'testmode'> & Promised;

export interface Ending {
  request: EndingRequest;
  state: 'failed' | 'cancelled';
  refusal: Refusal;
}

/**
 * Ends requests without a certificate: releases the holds and announces the result, all in the caller's transaction.
 */
export async function endOrders(tx: Tx, keyring: Keyring, endings: Ending[], now: Date): Promise<void> {
  const requests = endings.map(({ request }) => request);
  await inOrder(
    () => writeEndings(tx, keyring, endings, now),
    () => postTransfers(tx, transfersOf('release', requests), now),
  );
  await giveBackExchanged(tx, requests, now);
}

/**
 * Does everything but the money, for a caller that books more: accounts are locked once per transaction, choice
 * certificates after them.
 */
export async function writeEndings(tx: Tx, keyring: Keyring, endings: Ending[], now: Date): Promise<void> {
  if (endings.length === 0) return;
  await Promise.all([
    markEnded(tx, endings, now),
    breakPromises(
      tx,
      endings.map(({ request }) => request),
    ),
    announceOutcomes(
      tx,
      keyring,
      endings.flatMap(({ request, refusal }) =>
        announcementOf(request, { status: 'error', error: wireError(refusal) }),
      ),
      now,
    ),
  ]);
}

const mayEnd = `case w.state when 'failed' then ${movable('end-orders', 'failed')} else ${movable('end-orders', 'cancelled')} end`;

async function markEnded(tx: Tx, endings: Ending[], now: Date): Promise<void> {
  const errors = endings.map((ending) => wireError(ending.refusal));
  const { rowCount } = await tx.query(
    `update requests r set state = w.state, ended_at = $6, error_code = w.code, error_text = w.text
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::text[]) as w (client_id, id, state, code, text)
     where ${byKeys('r', 'w', ['client_id', 'id'], mayEnd)}`,
    [
      endings.map(({ request }) => request.clientId),
      endings.map(({ request }) => request.requestId),
      endings.map(({ state }) => state),
      errors.map((error) => error.code),
      errors.map((error) => error.text),
      now,
    ],
  );
  if (rowCount !== endings.length) throw new Error('A request left its state while it was locked.');
}

/** Cancels up to `limit` requests whose ttl has expired; returns them. */
export async function expireOrders(tx: Tx, keyring: Keyring, limit: number, now: Date): Promise<Ending[]> {
  const from = floorOf(tx, 'expiring');
  const { rows } = await tx.query<EndingRequest>(
    `select ${requestColumns}, (select p.brand_id from products p where p.id = r.product_id) as "brandId" from requests r
     where r.state in ('queued', 'delayed') and r.ttl_at <= $1 ${from === null ? '' : 'and r.ttl_at >= $3'}
     order by r.ttl_at limit $2 for update skip locked`,
    [now, limit, ...(from === null ? [] : [from])],
  );
  const endings = rows.map((request): Ending => ({
    request,
    state: 'cancelled',
    refusal: { why: 'ttl-expired' },
  }));
  await endOrders(tx, keyring, endings, now);
  return endings;
}
