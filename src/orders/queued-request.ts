/** A request in progress: claimed from the queue with all that its issue needs. */
import type { CallbackFormat } from '../clients/client.ts';
import type { DeliveryType } from './order-ask.ts';
import type { TransferScheme } from '../catalog/import/import-catalog.ts';
import type { Tx } from '../platform/database/database.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { joinNewest } from '../platform/database/newest-version.ts';
import { rowsOfUnknownLength } from '../platform/database/rows.ts';
import { isExchanged } from './exchange/exchanged-orders.ts';

/** How long certificates of a product are valid; CHECKs on `products` allow the same three forms. */
type Validity =
  | { validity: 'unlimited'; validUntil: null; validityDays: null }
  | { validity: 'fixed'; validUntil: string; validityDays: null }
  | { validity: 'days'; validUntil: null; validityDays: number };

/** A request in progress, with what the issuer needs of its client and product. */
export type QueuedRequest = ClaimedRequest & Agreement;

/** Columns of `requests`. */
export interface ClaimedRequest {
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
  /** The script of a test order's product; null: none. */
  testScript: string | null;
  /** How far the clock of a test order is ahead; null: it is not. */
  testAheadSeconds: number | null;
}

/** What orders of a product by a client have in common. */
type Agreement = Validity & {
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
};

/** Columns of `requests` that every queue verb reads. */
export const requestColumns = `r.client_id as "clientId", r.id as "requestId", r.testmode, r.product_id as "productId",
  r.supplier_id as "supplierId", r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.uuid,
  r.service_code as "serviceCode", r.comment, r.external_id as "externalId", r.email_from as "emailFrom",
  r.email_to as "emailTo", r.to_phone as "toPhone", r.sender_name as "senderName", r.recipient_name as "recipientName", r.greeting,
  r.delivery_type as "deliveryType", r.date_send as "dateSend", r.callback_url as "callbackUrl",
  r.callback_format as "callbackFormat", r.accepted_at as "acceptedAt", r.ttl_at as "ttlAt",
  r.promised_lot as "promisedLot", r.limit_month as "limitMonth", r.test_script as "testScript",
  r.test_ahead_seconds as "testAheadSeconds"`;

/** What the orders of a product by a client have in common, for each such pair. */
export type Agreements = ReadonlyMap<string, Agreement>;

/** A client and a product. */
export type Pair = Pick<ClaimedRequest, 'clientId' | 'productId'>;

/**
 * Reads what the issuer needs of clients and products, once for each pair of them: joined to the requests, PostgreSQL looks it up
 * for each, since in a large installation it expects next to no queued requests.
 */
export async function agreementsOf(tx: Tx, pairs: readonly Pair[]): Promise<Agreements> {
  if (pairs.length === 0) return new Map();
  const asked = [...new Map(pairs.map((pair) => [pairOf(pair), pair])).values()];
  const { rows } = await tx.query<Agreement & Pair>(
    `select c.id as "clientId", p.id as "productId", c.delayed_mode as "delayedMode", a.shortfall_kopecks as "shortfallKopecks",
       p.transfer_scheme as scheme, p.activation_scheme as activation,
       p.deliver_before_activation as "deliverBeforeActivation", p.validity, p.valid_until as "validUntil",
       p.validity_days as "validityDays", p.min_validity_days as "minValidityDays",
       p.remind_before_expiry as "remindBeforeExpiry", p.template_version as "templateVersion", p.brand_id as "brandId"
     from ${rowsOfUnknownLength('bigint', 'bigint')} as asked (client_id, product_id)
     join clients c on c.id = asked.client_id
     ${keepsMany(tx) ? newestFunds : `join accounts a on a.client_id = asked.client_id and a.name = 'funds'`}
     join products p on p.id = asked.product_id`,
    [asked.map(({ clientId }) => clientId), asked.map(({ productId }) => productId)],
  );
  return new Map(rows.map((row) => [pairOf(row), row]));
}

const newestFunds = joinNewest('accounts', {
  key: { client_id: 'asked.client_id', name: `'funds'` },
  columns: 'shortfall_kopecks',
  as: 'a',
});

export function withAgreement(request: ClaimedRequest, agreements: Agreements): QueuedRequest {
  const agreement = agreements.get(pairOf(request));
  if (agreement === undefined) throw new Error('A request has no client, funds or product.');
  // Who exchanges a certificate chooses something else instead of waiting.
  return { ...request, ...agreement, delayedMode: agreement.delayedMode && !isExchanged(request) };
}

const pairOf = ({ clientId, productId }: Pair): string => `${clientId} ${productId}`;
