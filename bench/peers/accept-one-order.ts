import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { transaction, type Database, type Sql } from '../../src/platform/database/database.ts';

/** The job of one order: the request to issue. */
export interface OrderJob {
  clientId: number;
  requestId: number;
  supplierId: number;
  productId: number;
  faceKopecks: number;
}

/** Adds the job to the library's queue in the transaction of the order. */
export type Enqueue = (tx: Sql, job: OrderJob) => Promise<unknown>;

/**
 * Accepts one order in one transaction: duplicate check, offer, request, hold and job. Two round trips and the commit:
 * independent statements are sent together, and contended rows are locked last.
 */
export function acceptOneOrder(db: Database, ask: OrderAsk, now: Date, enqueue: Enqueue): Promise<void> {
  return transaction(db, async (tx) => {
    const [ids, offers, earlier] = await Promise.all([
      tx.query<{ id: number }>(`select nextval('request_ids') as id`),
      tx.query<{ supplier_id: number }>(findOffer, [ask.productId, ask.faceKopecks]),
      tx.query(`select request_id from idempotency where client_id = $1 and uuid = $2`, [
        ask.client.id,
        ask.uuid,
      ]),
    ]);
    const [id, offer] = [ids.rows[0]?.id, offers.rows[0]];
    if (id === undefined || offer === undefined || earlier.rows.length > 0)
      throw new Error('The order was refused.');
    const job = {
      clientId: ask.client.id,
      requestId: id,
      supplierId: offer.supplier_id,
      productId: ask.productId,
      faceKopecks: ask.faceKopecks,
    };
    await Promise.all([
      tx.query(
        `insert into idempotency (client_id, uuid, parameters, request_id) values ($1, $2, decode($3, 'hex'), $4)`,
        [ask.client.id, ask.uuid, ask.parametersHash, id],
      ),
      tx.query(insertRequest, requestValues(ask, job, now)),
      tx.query(insertHold, [ask.client.id, ask.faceKopecks, id, now]),
      enqueue(tx, job),
      // The CHECK on the funds refuses what the client cannot pay.
      tx.query(moveToHeld, [ask.client.id, ask.faceKopecks]),
    ]);
  });
}

const findOffer = `
  select p.supplier_id from products p join faces f on f.product_id = p.id and f.face_kopecks = $2 and f.switched_on
  where p.id = $1 and p.switched_on and exists (
    select from codes c where c.supplier_id = p.supplier_id and c.product_id = p.id and c.face_kopecks = $2 and c.state = 'free')`;

const insertRequest = `
  insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid,
    service_code, comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting,
    delivery_type, callback_url, callback_format, accepted_at, due_at)
  values ($1, $2, 'queued', false, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)`;

const requestValues = (ask: OrderAsk, job: OrderJob, now: Date): unknown[] => [
  job.clientId,
  job.requestId,
  job.productId,
  job.supplierId,
  job.faceKopecks,
  ask.uuid,
  ask.serviceCode,
  ask.comment,
  ask.externalId,
  ask.emailFrom,
  ask.emailTo,
  ask.senderName,
  ask.recipientName,
  ask.toPhone,
  ask.greeting,
  ask.deliveryType,
  ask.client.callbackUrl,
  ask.client.callbackFormat,
  now,
];

const insertHold = `
  insert into transfers (client_id, kind, from_account, to_account, amount_kopecks, request_id, phase, at)
  values ($1, 'hold', 'funds', 'held', $2, $3, 1, $4)`;

const moveToHeld = `
  update accounts set balance_kopecks = balance_kopecks + case name when 'held' then $2::bigint else -$2 end
  where client_id = $1 and name in ('funds', 'held')`;
