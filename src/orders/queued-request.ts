/** A request in progress: claimed from the queue with all that its issue needs. */
import type { CallbackFormat } from '../clients/client.ts';
import type { Sql, Tx } from '../platform/database/database.ts';
import type { DeliveryType } from './order-ask.ts';
import type { RequestKey } from './find-requests.ts';
import type { TransferScheme } from '../catalog/import/import-catalog.ts';

/** How long certificates of a product are valid; CHECKs on `products` allow the same three forms. */
type Validity =
  | { validity: 'unlimited'; validUntil: null; validityDays: null }
  | { validity: 'fixed'; validUntil: string; validityDays: null }
  | { validity: 'days'; validUntil: null; validityDays: number };

/** A request in progress, with what the issuer needs of its client and product. */
export type QueuedRequest = RequestInProgress & Validity;

interface RequestInProgress {
  clientId: number;
  requestId: number;
  testmode: boolean;
  productId: number;
  supplierId: number;
  faceKopecks: number;
  sumKopecks: number;
  uuid: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  emailFrom: string;
  emailTo: string;
  toPhone: string;
  senderName: string;
  recipientName: string;
  greeting: string;
  deliveryType: DeliveryType;
  dateSend: Date | null;
  callbackUrl: string | null;
  callbackFormat: CallbackFormat;
  acceptedAt: Date;
  ttlAt: Date | null;
  /** The lot of its promised code. */
  promisedLot: string | null;
  /** The month (`YYYY-MM-01`) in which it counts towards the brand's limits. */
  limitMonth: string | null;
  delayedMode: boolean;
  shortfallKopecks: number;
  scheme: TransferScheme;
  activation: 'none' | 'letter' | 'api' | 'pull';
  deliverBeforeActivation: boolean;
  minValidityDays: number;
  remindBeforeExpiry: boolean;
  /** The product's current template version. */
  templateVersion: number | null;
  brandId: number;
}

/** Columns of `requests` that every queue verb reads. */
export const requestColumns = `r.client_id as "clientId", r.id as "requestId", r.testmode, r.product_id as "productId",
  r.supplier_id as "supplierId", r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.uuid,
  r.service_code as "serviceCode", r.comment, r.external_id as "externalId", r.email_from as "emailFrom",
  r.email_to as "emailTo", r.to_phone as "toPhone", r.sender_name as "senderName", r.recipient_name as "recipientName", r.greeting,
  r.delivery_type as "deliveryType", r.date_send as "dateSend", r.callback_url as "callbackUrl",
  r.callback_format as "callbackFormat", r.accepted_at as "acceptedAt", r.ttl_at as "ttlAt",
  r.promised_lot as "promisedLot", r.limit_month as "limitMonth"`;

/** Columns of the client, its funds, product and brand (c, a, p, b) for a request in progress. */
const agreementColumns = `c.delayed_mode as "delayedMode", a.shortfall_kopecks as "shortfallKopecks",
  p.transfer_scheme as scheme, p.activation_scheme as activation,
  p.deliver_before_activation as "deliverBeforeActivation", p.validity, p.valid_until as "validUntil",
  p.validity_days as "validityDays", p.min_validity_days as "minValidityDays", p.remind_before_expiry as "remindBeforeExpiry",
  p.template_version as "templateVersion", p.brand_id as "brandId"`;

const agreementJoins = `join clients c on c.id = r.client_id
  join accounts a on a.client_id = r.client_id and a.name = 'funds'
  join products p on p.id = r.product_id`;

/** Takes the oldest due requests and locks them until the transaction ends. */
export async function claimQueued(tx: Tx, limit: number, now: Date): Promise<QueuedRequest[]> {
  const { rows } = await tx.query<QueuedRequest>(
    `select ${requestColumns}, ${agreementColumns}
     from (select * from requests
           where state = 'queued' and due_at <= $1 and (ttl_at is null or ttl_at > $1)
           order by due_at limit $2 for update skip locked) r
     ${agreementJoins}
     order by r.due_at, r.id`,
    [now, limit],
  );
  return rows;
}

/** Puts off the request that `claimQueued` would take first. Returns it; null if there is none any more. */
export async function postponeOldest(db: Sql, now: Date, until: Date): Promise<RequestKey | null> {
  const { rows } = await db.query<RequestKey>(
    `update requests r set due_at = $2
     from (select client_id, id from requests
           where state = 'queued' and due_at <= $1 and (ttl_at is null or ttl_at > $1)
           order by due_at limit 1 for update skip locked) oldest
     where r.client_id = oldest.client_id and r.id = oldest.id
     returning r.client_id as "clientId", r.id as "requestId"`,
    [now, until],
  );
  return rows[0] ?? null;
}

/** Locks the given requests whose supplier is being called. */
export async function lockObtaining(tx: Tx, keys: RequestKey[]): Promise<QueuedRequest[]> {
  const { rows } = await tx.query<QueuedRequest>(
    `select ${requestColumns}, ${agreementColumns}
     from (select * from requests
           where (client_id, id) in (select * from unnest($1::bigint[], $2::bigint[])) and state = 'obtaining'
           order by client_id, id for update) r
     ${agreementJoins}`,
    [keys.map((key) => key.clientId), keys.map((key) => key.requestId)],
  );
  return rows;
}

/** Throws if a statement moved fewer requests than were locked for it. */
export function allMoved(rowCount: number | null, expected: number): void {
  if (rowCount !== expected) throw new Error('A request left its state while it was locked.');
}
