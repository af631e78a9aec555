import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';
import type { OrderAsk } from './order-ask.ts';
import { testScript } from './test-script.ts';

/** A request that has passed every check. */
export interface NewRequest {
  ask: OrderAsk;
  requestId: number;
  supplierId: number;
  sumKopecks: number;
  state: 'queued' | 'delayed';
  /** The lot of its promised code; null: none, or the product has no pool. */
  promisedLot: string | null;
  brandId: number;
  /** The month (`YYYY-MM-01`) in which it counts towards the brand's limits; null: none. */
  limitMonth: string | null;
}

const columns = {
  client_id: 'bigint',
  id: 'bigint',
  testmode: 'boolean',
  product_id: 'bigint',
  supplier_id: 'bigint',
  face_kopecks: 'bigint',
  sum_kopecks: 'bigint',
  uuid: 'text',
  service_code: 'text',
  comment: 'text',
  external_id: 'text',
  email_from: 'text',
  email_to: 'text',
  sender_name: 'text',
  recipient_name: 'text',
  to_phone: 'text',
  greeting: 'text',
  delivery_type: 'text',
  date_send: 'timestamptz',
  callback_url: 'text',
  callback_format: 'text',
  ttl_at: 'timestamptz',
  promised_lot: 'date',
  limit_month: 'date',
} as const;

const requestsInsertion = insertion('requests', columns, {
  accepted_at: 'timestamptz',
  state: 'text',
  due_at: 'timestamptz',
});

/** Requests due at the same time are written by one statement; that is nearly always all of them. */
export async function insertRequests(tx: Tx, requests: NewRequest[], acceptedAt: Date): Promise<void> {
  const groups = Map.groupBy(requests, waitOf);
  await Promise.all(
    [...groups].map(([wait, group]) =>
      requestsInsertion.into(
        tx,
        group.map((request) => rowOf(request, acceptedAt)),
        {
          accepted_at: acceptedAt,
          state: wait === untilStock ? 'delayed' : 'queued',
          due_at: wait === untilStock ? 'infinity' : laterBy(acceptedAt, wait),
        },
      ),
    ),
  );
}

/** Delayed ones are woken by stock, not by time. */
const untilStock = Infinity;

/** Seconds until a request becomes due. */
function waitOf({ ask, state }: NewRequest): number {
  if (state === 'delayed') return untilStock;
  return ask.testmode ? testScript(ask.comment).slowSeconds : 0;
}

function rowOf(
  { ask, requestId, supplierId, sumKopecks, promisedLot, limitMonth }: NewRequest,
  acceptedAt: Date,
) {
  return {
    client_id: ask.client.id,
    id: requestId,
    testmode: ask.testmode,
    product_id: ask.productId,
    supplier_id: supplierId,
    face_kopecks: ask.faceKopecks,
    sum_kopecks: sumKopecks,
    uuid: ask.uuid,
    service_code: ask.serviceCode,
    comment: ask.comment,
    external_id: ask.externalId,
    email_from: ask.emailFrom,
    email_to: ask.emailTo,
    sender_name: ask.senderName,
    recipient_name: ask.recipientName,
    to_phone: ask.toPhone,
    greeting: ask.greeting,
    delivery_type: ask.deliveryType,
    date_send: ask.dateSend,
    callback_url: ask.callbackUrl ?? ask.client.callbackUrl,
    callback_format: ask.client.callbackFormat,
    ttl_at: ask.ttlSeconds === null ? null : laterBy(acceptedAt, ask.ttlSeconds),
    promised_lot: promisedLot,
    limit_month: limitMonth,
  };
}

const laterBy = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);
