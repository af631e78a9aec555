/** The book of what was taken of choice certificates, by which orders, and what was given back. */
import { inOrder, type Sql, type Tx } from '../../platform/database/database.ts';
import { byKeys } from '../../platform/database/by-keys.ts';
import { insertion } from '../../platform/database/rows.ts';
import { giveBackPart } from '../../vault/balances.ts';
import type { RequestKey } from '../find-requests.ts';

/** A choice certificate. */
export interface CardKey {
  clientId: number;
  /** Its order. */
  cardRequestId: number;
}

const insert = insertion(
  'exchanged_orders',
  { request_id: 'bigint', line: 'integer', kopecks: 'bigint' },
  {
    client_id: 'bigint',
    card_request_id: 'bigint',
    step: 'integer',
    exchanged_at: 'timestamptz',
    supplier_id: 'bigint',
    code_id: 'bigint',
  },
);

export interface NewExchange {
  card: CardKey & { supplierId: number | null; codeId: number | null };
  step: number;
  orders: { requestId: number; faceKopecks: number }[];
}

export async function noteExchanged(tx: Tx, { card, step, orders }: NewExchange, now: Date): Promise<void> {
  const rows = orders.map(({ requestId, faceKopecks }, index) => ({
    request_id: requestId,
    line: index + 1,
    kopecks: faceKopecks,
  }));
  await insert.into(tx, rows, {
    client_id: card.clientId,
    card_request_id: card.cardRequestId,
    step,
    exchanged_at: now,
    supplier_id: card.supplierId,
    code_id: card.codeId,
  });
}

/** Whether an order was paid by a choice certificate: its client paid nothing for it. */
export const isExchanged = ({ sumKopecks }: { sumKopecks: number }): boolean => sumKopecks === 0;

/**
 * Gives back to choice certificates what these orders took of them, as each ends without a certificate or is refunded; orders that their
 * client paid are passed over. Codes of choice certificates are locked last, after stock, limits and accounts, and in the order of their keys.
 */
export async function giveBackExchanged(
  tx: Tx,
  ended: (RequestKey & { sumKopecks: number })[],
  now: Date,
): Promise<void> {
  const asked = ended.filter(isExchanged);
  if (asked.length === 0) return;
  const { rows } = await tx.query<{ supplierId: number | null; codeId: number | null; kopecks: number }>(
    `update exchanged_orders e set given_back_at = $3
     from unnest($1::bigint[], $2::bigint[]) as w (client_id, request_id)
     where ${byKeys('e', 'w', ['client_id', 'request_id'])} and e.given_back_at is null
     returning e.supplier_id as "supplierId", e.code_id as "codeId", e.kopecks`,
    [asked.map(({ clientId }) => clientId), asked.map(({ requestId }) => requestId), now],
  );
  if (rows.length !== asked.length) throw new Error('An order gives back what it has not taken.');
  const parts = rows.flatMap(({ supplierId, codeId, kopecks }) =>
    supplierId === null || codeId === null ? [] : [{ supplierId, codeId, kopecks }],
  );
  const ordered = parts.toSorted(
    (one, other) => one.supplierId - other.supplierId || one.codeId - other.codeId,
  );
  await inOrder(
    ...ordered.map(
      ({ kopecks, ...key }) =>
        () =>
          giveBackPart(tx, key, kopecks),
    ),
  );
}

/** An order that was taken of a choice certificate, as the holder sees it. */
export interface ExchangedOrder extends RequestKey {
  step: number;
  line: number;
  productId: number;
  title: string;
  faceKopecks: number;
  state: 'queued' | 'obtaining' | 'delayed' | 'issued' | 'failed' | 'cancelled';
  exchangedAt: Date;
  givenBackAt: Date | null;
  /** It was refunded after its certificate: this went to the client instead. */
  returnedKopecks: number | null;
  linkSalt: number | null;
}

/** It counts as taken of its certificate, also if the certificate is refunded by now. */
export const isTaken = ({ givenBackAt, returnedKopecks }: ExchangedOrder): boolean =>
  givenBackAt === null || returnedKopecks !== null;

/** Lists all exchanges of one certificate, the earliest first. */
export async function listExchanged(
  db: Sql,
  { clientId, cardRequestId }: CardKey,
): Promise<ExchangedOrder[]> {
  const { rows } = await db.query<ExchangedOrder>(
    `select e.client_id as "clientId", e.request_id as "requestId", e.step, e.line, r.product_id as "productId", p.title,
       e.kopecks as "faceKopecks", r.state, e.exchanged_at as "exchangedAt", e.given_back_at as "givenBackAt", e.returned_kopecks as "returnedKopecks",
       r.link_salt as "linkSalt"
     from exchanged_orders e
     join requests r on r.client_id = e.client_id and r.id = e.request_id
     join products p on p.id = r.product_id
     where e.client_id = $1 and e.card_request_id = $2 order by e.step, e.line`,
    [clientId, cardRequestId],
  );
  return rows;
}

/** Whether something that was chosen for a certificate may still end, and give back what it took. */
export async function hasChosenOnItsWay(tx: Tx, { clientId, cardRequestId }: CardKey): Promise<boolean> {
  const { rows } = await tx.query(
    `select from exchanged_orders e join requests r on r.client_id = e.client_id and r.id = e.request_id
     where e.client_id = $1 and e.card_request_id = $2 and r.state in ('queued', 'obtaining', 'delayed') limit 1`,
    [clientId, cardRequestId],
  );
  return rows.length > 0;
}

/** The ids of all orders that were ever chosen for a certificate, the earliest first. */
export async function chosenOrders(db: Sql, { clientId, cardRequestId }: CardKey): Promise<number[]> {
  const { rows } = await db.query<{ requestId: number }>(
    `select request_id as "requestId" from exchanged_orders where client_id = $1 and card_request_id = $2 order by request_id`,
    [clientId, cardRequestId],
  );
  return rows.map(({ requestId }) => requestId);
}
