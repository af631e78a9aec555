/** What a job of the compared queues does: one order issued in its transaction, without batches. */
import { randomUUID } from 'node:crypto';
import { bodyContext, callbackBody } from '../../src/callbacks/announce.ts';
import type { CallbackFormat } from '../../src/clients/client.ts';
import { giftHash, giftToken, receivingLink } from '../../src/certificates/gift-link.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { type Keyring } from '../../src/platform/secrets/keyring.ts';
import type { OrderJob } from './accept-one-order.ts';

interface RequestRow {
  uuid: string;
  sum_kopecks: number;
  service_code: string;
  comment: string;
  external_id: string;
  email_from: string;
  sender_name: string;
  recipient_name: string;
  greeting: string;
  callback_url: string;
  callback_format: CallbackFormat;
}

/**
 * Issues one request in the caller's transaction, with the same rows and the same sealing as the platform: code claimed
 * by `for update skip locked`, certificate, capture, callback, request issued. Two round trips: independent statements
 * are sent together.
 */
export async function issueOneOrder(tx: Sql, keyring: Keyring, job: OrderJob, now: Date): Promise<void> {
  const [requests, codes, ids] = await Promise.all([
    tx.query<RequestRow>(lockRequest, [job.clientId, job.requestId]),
    tx.query<{ id: number }>(claimCode, [
      job.supplierId,
      job.productId,
      job.faceKopecks,
      job.clientId,
      job.requestId,
      now,
    ]),
    tx.query<{ id: number }>(`select nextval('order_ids') as id`),
  ]);
  const [request, code, order] = [requests.rows[0], codes.rows[0], ids.rows[0]];
  // A repeated job finds its request issued; throwing releases the claimed code.
  if (request === undefined || code === undefined || order === undefined)
    throw new Error('Nothing to issue.');
  const token = giftToken(keyring, { ...job, linkSalt: null });
  await Promise.all([
    tx.query(insertCertificate, [
      job.clientId,
      job.requestId,
      order.id,
      job.productId,
      job.supplierId,
      code.id,
      job.faceKopecks,
      now,
      giftHash(token),
      request.email_from,
      request.sender_name,
      request.recipient_name,
      request.greeting,
    ]),
    tx.query(
      insertCallback,
      callbackValues(keyring, job, request, order.id, receivingLink(baseUrl, token), now),
    ),
    tx.query(markIssued, [job.clientId, job.requestId, order.id, now]),
    tx.query(insertCapture, [job.clientId, request.sum_kopecks, job.requestId, now]),
    // Last, because every other order of this client waits for these rows until the commit.
    tx.query(moveToSales, [job.clientId, request.sum_kopecks]),
  ]);
}

const baseUrl = 'http://127.0.0.1';

function callbackValues(
  keyring: Keyring,
  { clientId, requestId, productId, faceKopecks }: OrderJob,
  request: RequestRow,
  orderId: number,
  giftPageUrl: string,
  now: Date,
): unknown[] {
  const record = {
    status: 'ok' as const,
    requestId,
    uuid: request.uuid,
    productId,
    faceKopecks,
    sumKopecks: request.sum_kopecks,
    serviceCode: request.service_code,
    comment: request.comment,
    externalId: request.external_id,
    orderId,
    giftPageUrl,
  };
  const body = keyring.seal(callbackBody(record, request.callback_format), bodyContext(clientId, requestId));
  return [clientId, requestId, randomUUID(), request.callback_url, request.callback_format, body, now];
}

const lockRequest = `
  select uuid, sum_kopecks, service_code, comment, external_id, email_from, sender_name, recipient_name, greeting,
    callback_url, callback_format
  from requests where client_id = $1 and id = $2 and state = 'queued' for update`;

const claimCode = `
  update codes set state = 'sold', client_id = $4, request_id = $5, sold_at = $6
  where (supplier_id, id) = (
    select supplier_id, id from codes
    where supplier_id = $1 and product_id = $2 and face_kopecks = $3 and state = 'free'
    order by position limit 1 for update skip locked)
  returning id`;

const insertCertificate = `
  insert into certificates (client_id, request_id, order_id, product_id, supplier_id, code_id, face_kopecks, issued_at,
    token_hash, sender_email, sender_name, recipient_name, greeting)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const insertCallback = `
  insert into callbacks (client_id, request_id, message_id, url, format, body, state, due_at, announced_at)
  values ($1, $2, $3, $4, $5, $6, 'due', $7, $7)`;

const markIssued = `
  update requests set state = 'issued', ended_at = $4, order_id = $3
  where client_id = $1 and id = $2 and state = 'queued'`;

const insertCapture = `
  insert into transfers (client_id, kind, from_account, to_account, amount_kopecks, request_id, phase, at)
  values ($1, 'capture', 'held', 'sales', $2, $3, 2, $4)`;

const moveToSales = `
  update accounts set balance_kopecks = balance_kopecks + case name when 'sales' then $2::bigint else -$2 end
  where client_id = $1 and name in ('held', 'sales')`;
