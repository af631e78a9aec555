/** A request in progress: claimed from the queue with all that its issue needs. */
import type { CallbackFormat } from '../clients/client.ts';
import type { DeliveryType } from './order-ask.ts';
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
  /** Of a test order: the script that its product has; null: none. */
  testScript: string | null;
  /** By how much the clock of a test order is ahead; null: it is not. */
  testAheadSeconds: number | null;
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
  r.promised_lot as "promisedLot", r.limit_month as "limitMonth", r.test_script as "testScript",
  r.test_ahead_seconds as "testAheadSeconds"`;

/** Columns of the client, its funds, product and brand (c, a, p, b) for a request in progress. */
export const agreementColumns = `c.delayed_mode as "delayedMode", a.shortfall_kopecks as "shortfallKopecks",
  p.transfer_scheme as scheme, p.activation_scheme as activation,
  p.deliver_before_activation as "deliverBeforeActivation", p.validity, p.valid_until as "validUntil",
  p.validity_days as "validityDays", p.min_validity_days as "minValidityDays", p.remind_before_expiry as "remindBeforeExpiry",
  p.template_version as "templateVersion", p.brand_id as "brandId"`;

export const agreementJoins = `join clients c on c.id = r.client_id
  join accounts a on a.client_id = r.client_id and a.name = 'funds'
  join products p on p.id = r.product_id`;
