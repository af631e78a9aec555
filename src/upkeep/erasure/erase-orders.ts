/** Erases the recipients of orders, everywhere in one transaction. */
import { eraseBodies, lockCallbacks } from '../../callbacks/erase-bodies.ts';
import { erasePersons, lockCertificates } from '../../certificates/erase-persons.ts';
import { eraseCalls } from '../../reports/call-log/erase-calls.ts';
import { eraseAddresses, lockMessages } from '../../messaging/queue/erase-addresses.ts';
import { eraseRecipients, keptOf, lockErasable, type ErasableOrder } from '../../orders/erase-recipients.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { eraseCodes, lockCodes, type CodeKey } from '../../vault/erase-codes.ts';
import { endsOfOrders } from './ends-of-orders.ts';
import type { Hindrance } from './hindrance.ts';

export interface OrdersOfClient {
  clientId: number;
  requestIds: readonly number[];
  /** Their certificates ended long ago: nobody needs their codes any more. */
  codesToo?: true;
}

/** Locked orders that can be erased now, with what else of theirs is locked; and why others cannot. */
interface Judged {
  orders: ErasableOrder[];
  certificates: Awaited<ReturnType<typeof lockCertificates>>;
  callbacks: Awaited<ReturnType<typeof lockCallbacks>>['ended'];
  hindered: Map<number, Hindrance>;
}

export interface Erased {
  /** Orders whose recipients are erased now. */
  erased: number[];
  /** Rows that were changed or deleted. */
  rows: number;
  /** How many of them were codes. */
  codes: number;
  hindered: Map<number, Hindrance>;
}

/**
 * Erases recipients of orders of one client, wherever the platform keeps them. An order that is not delivered yet, or
 * whose callback is still owed, stays whole: its recipient would not get what was bought, and its client would not hear
 * of it. Nothing waits here: what somebody else is at work with is `busy`, to be repeated.
 */
export async function eraseOrders(tx: Tx, keyring: Keyring, ask: OrdersOfClient, now: Date): Promise<Erased> {
  const { clientId, codesToo } = ask;
  const { orders, certificates, callbacks, hindered } = await judge(tx, ask, now);
  const erased = orders.map(({ requestId }) => requestId);
  if (erased.length === 0) return { erased, rows: 0, codes: 0, hindered };
  const kept = new Map(orders.map((order) => [order.requestId, keptOf(order)]));
  const codes = codesToo ? await eraseCodes(tx, codesOf(certificates)) : 0;
  const rows = [
    codes,
    await eraseRecipients(tx, keyring, clientId, orders, now),
    await erasePersons(tx, clientId, certificates),
    await eraseAddresses(tx, clientId, erased, now),
    await eraseBodies(tx, keyring, clientId, callbacks, kept),
    await eraseCalls(tx, clientId, orders),
  ];
  return { erased, rows: rows.reduce((sum, one) => sum + one, 0), codes, hindered };
}

const codesOf = (certificates: Judged['certificates']): CodeKey[] =>
  certificates.flatMap(({ supplierId, codeId }) => (codeId === null ? [] : [{ supplierId, codeId }]));

/** What of these orders could be erased now, and why the others could not. Only locks, until the transaction ends. */
export async function weighErasure(
  tx: Tx,
  ask: OrdersOfClient,
  now: Date,
): Promise<{ erasable: number; hindered: Map<number, Hindrance> }> {
  const { orders, hindered } = await judge(tx, ask, now);
  return { erasable: orders.length, hindered };
}

/** Orders and certificates are locked before their messages, as resends and refunds do. */
async function judge(tx: Tx, { clientId, requestIds, codesToo }: OrdersOfClient, now: Date): Promise<Judged> {
  const orders = await lockErasable(tx, clientId, requestIds);
  const certificates = await lockCertificates(tx, clientId, requestIds);
  const codes = codesToo ? await lockCodes(tx, codesOf(certificates)) : null;
  const messages = await lockMessages(tx, clientId, requestIds, now);
  const callbacks = await lockCallbacks(tx, clientId, requestIds);
  const known = new Map(orders.map((order) => [order.requestId, order]));
  const certified = new Set(
    certificates
      .filter(({ codeId }) => codes === null || codeId === null || codes.has(codeId))
      .map(({ requestId }) => requestId),
  );
  const over = new Set(await overAlready(tx, clientId, [...messages.notSent], now));
  const hindered = new Map<number, Hindrance>();
  for (const id of requestIds) {
    const state = known.get(id)?.state;
    const isBusy = state === undefined || messages.busy.has(id) || (state === 'issued' && !certified.has(id));
    if (state === 'queued' || state === 'delayed' || state === 'obtaining') hindered.set(id, 'on-its-way');
    else if (messages.notSent.has(id) && !over.has(id)) hindered.set(id, 'not-sent');
    else if (callbacks.owed.has(id)) hindered.set(id, 'callback-owed');
    else if (isBusy) hindered.set(id, 'busy');
  }
  const isFree = ({ requestId }: { requestId: number }): boolean => !hindered.has(requestId);
  return {
    orders: orders.filter(isFree),
    certificates: certificates.filter(isFree),
    callbacks: callbacks.ended.filter(isFree),
    hindered,
  };
}

/** Those whose certificate has ended: nobody needs their messages any more. */
async function overAlready(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (requestIds.length === 0) return [];
  const ends = await endsOfOrders(tx, clientId, requestIds, now);
  return ends.flatMap(({ requestId, endedAt }) => (endedAt === null ? [] : [requestId]));
}
