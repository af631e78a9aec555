import type { Sql } from '../platform/database.ts';
import type { DeliveryType } from './order-ask.ts';
import type { RequestState } from './states.ts';

/** A request as its client may see it. */
export interface RequestRecord {
  clientId: number;
  requestId: number;
  state: RequestState;
  testmode: boolean;
  productId: number;
  faceKopecks: number;
  sumKopecks: number;
  uuid: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  deliveryType: DeliveryType;
  acceptedAt: Date;
  orderId: number | null;
  expiresAt: Date | null;
  errorCode: number | null;
  errorText: string | null;
  /** When the certificate was taken back and its sum returned. */
  refundedAt: Date | null;
}

export interface RequestKey {
  clientId: number;
  requestId: number;
}

/** Answers each key in order; null where this client has no such request. */
export async function findRequests(db: Sql, keys: RequestKey[]): Promise<(RequestRecord | null)[]> {
  const { rows } = await db.query<RequestRecord>(
    `select client_id as "clientId", id as "requestId", state, testmode, product_id as "productId",
       face_kopecks as "faceKopecks", sum_kopecks as "sumKopecks", uuid, service_code as "serviceCode", comment,
       external_id as "externalId", delivery_type as "deliveryType", accepted_at as "acceptedAt",
       order_id as "orderId", expires_at as "expiresAt", error_code as "errorCode", error_text as "errorText",
       refunded_at as "refundedAt"
     from requests where (client_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [keys.map((key) => key.clientId), keys.map((key) => key.requestId)],
  );
  const found = new Map(rows.map((row) => [`${row.clientId}:${row.requestId}`, row]));
  return keys.map((key) => found.get(`${key.clientId}:${key.requestId}`) ?? null);
}
