/** The callback of a result: its body, and its row in the transaction that ends the request. */
import type { SealedColumn } from '../platform/secrets/reseal.ts';
import { randomUUID } from 'node:crypto';
import type { CallbackFormat } from '../clients/client.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { roublesFromKopecks } from '../platform/values/money.ts';

/** A request as far as its callback needs it. */
export interface AnnouncedRequest extends CallbackSubject {
  clientId: number;
  /** Null: its client is not called. */
  callbackUrl: string | null;
  callbackFormat: CallbackFormat;
}

/** The callback of a result; none for a request without a callback address. */
export function announcementOf(request: AnnouncedRequest, outcome: Outcome): Announcement[] {
  if (request.callbackUrl === null) return [];
  const { clientId, requestId, callbackUrl: url, callbackFormat: format } = request;
  return [{ clientId, requestId, url, format, record: { ...request, ...outcome } }];
}

export interface Announcement {
  clientId: number;
  requestId: number;
  url: string;
  format: CallbackFormat;
  record: CallbackRecord;
}

/** Sealing context of a callback's body. */
export const bodyContext = (clientId: number, requestId: number): string =>
  `callback:${clientId}:${requestId}`;

export const sealedBodies: SealedColumn<{ client_id: number; request_id: number }> = {
  table: 'callbacks',
  column: 'body',
  key: { client_id: 'bigint', request_id: 'bigint' },
  client: 'client_id',
  context: (row) => bodyContext(row.client_id, row.request_id),
};

/** Writes the callbacks of finished requests, due at once, in the transaction that finishes them. */
export async function announceOutcomes(
  tx: Tx,
  keyring: Keyring,
  announcements: Announcement[],
  now: Date,
): Promise<void> {
  if (announcements.length === 0) return;
  await tx.query(
    `insert into callbacks (client_id, request_id, message_id, url, format, body, state, due_at, announced_at)
     select client_id, request_id, message_id, url, format, body, 'due', $7, $7
     from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::bytea[])
       as announced (client_id, request_id, message_id, url, format, body)`,
    [
      announcements.map((one) => one.clientId),
      announcements.map((one) => one.requestId),
      announcements.map(() => randomUUID()),
      announcements.map((one) => one.url),
      announcements.map((one) => one.format),
      announcements.map((one) => sealedBody(keyring, one)),
      now,
    ],
  );
}

const sealedBody = (keyring: Keyring, { clientId, requestId, record, format }: Announcement): Buffer =>
  keyring.ofClient(clientId).seal(callbackBody(record, format), bodyContext(clientId, requestId));

/** The result of a request as sent to its client. Strings that were not given are `''`. */
export type CallbackRecord = CallbackSubject & Outcome;

export type Outcome =
  | { status: 'ok'; orderId: number; giftPageUrl: string }
  | { status: 'error'; error: { code: number; text: string } };

export interface CallbackSubject {
  requestId: number;
  uuid: string;
  productId: number;
  faceKopecks: number;
  sumKopecks: number;
  serviceCode: string;
  comment: string;
  externalId: string;
}

export const contentTypes: Record<CallbackFormat, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
};

/** Builds the exact text to send (specification, 2.3 and 4.4). */
export function callbackBody(record: CallbackRecord, format: CallbackFormat): string {
  const body = wireForm(record);
  return format === 'json' ? JSON.stringify(body) : formText(body);
}

type Fields = Record<string, string | number | null>;

interface WireForm {
  status: string;
  data: Fields;
  error?: Fields;
}

function wireForm(record: CallbackRecord): WireForm {
  const data: Fields = {
    id: record.requestId,
    uuid: record.uuid,
    order_id: record.status === 'ok' ? record.orderId : null,
    product_id: record.productId,
    face: roublesFromKopecks(record.faceKopecks),
    sum: roublesFromKopecks(record.sumKopecks),
    code: record.serviceCode,
    comment: record.comment,
    external_id: record.externalId,
  };
  if (record.status === 'ok') return { status: 'ok', data: { ...data, gift_page_url: record.giftPageUrl } };
  return { status: 'error', data, error: { code: record.error.code, text: record.error.text } };
}

/** `status=ok&data[id]=…`: nested fields in the form that PHP and others parse; null becomes ''. */
function formText({ status, data, error = {} }: WireForm): string {
  const form = new URLSearchParams({ status });
  for (const [name, value] of Object.entries(data)) form.append(`data[${name}]`, String(value ?? ''));
  for (const [name, value] of Object.entries(error)) form.append(`error[${name}]`, String(value ?? ''));
  return form.toString();
}
