/** getStatus: the state of a request and of its messages. */
import { z } from 'zod';
import {
  messageStates,
  messageStatesOf,
  type MessageState,
} from '../../../messaging/queue/delivery-state.ts';
import { roublesFor, type Client } from '../../../clients/client.ts';
import { giftToken, receivingLink } from '../../../certificates/gift-link.ts';
import type { Context } from '../../../context.ts';
import type { RequestStatus } from '../../../orders/find-requests.ts';
import { wireStatus } from '../../../orders/states.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { notFound, okAbout, refuse, takenBack, tooManyRequests, wrongFields } from '../answer.ts';
import { idField, readFields, wholeValues } from '../../../platform/values/fields.ts';
import type { FindStatus } from '../find-request.ts';
import type { Operation } from '../operation.ts';

const request = { id: idField('Id of the queue request, from makeOrder') };

const delivery = z.object({
  channel: z.enum(['email', 'sms']),
  kind: z.enum(['certificate', 'notice', 'receipt']).meta({
    description: 'The certificate itself, a notice that it went by e-mail, or a code for later receipt',
  }),
  to: z.string().meta({ description: 'Masked' }),
  state: z.enum(messageStates),
  at: z.string().meta({ description: 'Since when; of scheduled and retrying the next try. Moscow time' }),
  reason: z.string().optional().meta({ description: 'Why it was not delivered, without an address' }),
});

const status = z.object({
  status: z.enum(['processing', 'delayed', 'ok', 'error']),
  id: z.int(),
  order_id: z.int().nullable(),
  product_id: z.int(),
  face: z.number(),
  balance: z.null(),
  sum: z.number().nullable(),
  expire_date: z.string().nullable().meta({ description: 'YYYY-MM-DD hh:mm:ss, Moscow time' }),
  code: z.string().meta({ description: "The order's service code, not the certificate's" }),
  comment: z.string(),
  external_id: z.string().nullable(),
  testmode: z.union([z.literal(0), z.literal(1)]),
  link: z.string().optional().meta({ description: 'Gift page, once issued' }),
  delivery: z.array(delivery).optional().meta({
    description: 'What became of the letter and the text that bring the certificate, once issued',
  }),
  refunded_at: z.string().optional().meta({
    description: 'Only for a refunded certificate: when its sum was returned, Moscow time',
  }),
  refunded_sum: z.number().optional().meta({
    description: 'Only for a refunded certificate: what was returned, less than sum if a part of it was used',
  }),
  error_code: z.int().optional().meta({ description: 'Only and always when status is error' }),
  error_text: z.string().optional(),
  reason: z.enum(['failed', 'cancelled', 'refunded']).optional().meta({
    description: 'Only and always when status is error: it failed, its ttl expired, or it was refunded',
  }),
});

/** getStatus: the state of a request and of its messages. */
export function getStatus(ctx: Pick<Context, 'config' | 'keyring'>, find: FindStatus): Operation {
  return {
    cmd: 'getStatus',
    title: 'What has become of a request',
    request,
    answer: status,
    errors: [1201, 3601],
    isFullFor: find.isFullFor,
    sharesItself: true,
    async run({ client }, data) {
      const reading = readFields(request, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const record = await find({ clientId: client.id, requestId: values.id, onlyTest: client.withTestKey });
      if (record === 'full') return refuse(tooManyRequests);
      if (record === null) return refuse(notFound);
      return okAbout({ requestId: record.requestId, isNew: false }, statusOf(ctx, client, record));
    },
  };
}

function statusOf(
  { config, keyring }: Pick<Context, 'config' | 'keyring'>,
  client: Client,
  found: RequestStatus,
): Omit<z.infer<typeof status>, 'status' | 'delivery'> & { status: string; delivery?: object[] } {
  const ended = endOf(found);
  return {
    status: ended === null ? wireStatus[found.state] : 'error',
    id: found.requestId,
    order_id: found.orderId,
    product_id: found.productId,
    face: roublesFor(client, found.faceKopecks),
    balance: null,
    sum: roublesFor(client, found.sumKopecks),
    expire_date: found.expiresAt === null ? null : moscowDateTime(found.expiresAt),
    code: found.serviceCode,
    comment: found.comment,
    external_id: found.externalId,
    testmode: found.testmode ? 1 : 0,
    ...(found.state === 'issued' && {
      ...(ended === null && {
        link: receivingLink(config.baseUrl, giftToken(keyring, found)),
      }),
      delivery: messageStatesOf(found.messages).map(deliveryLine),
    }),
    ...(found.refundedAt !== null && {
      refunded_at: moscowDateTime(found.refundedAt),
      refunded_sum: roublesFor(client, found.refundedKopecks ?? 0),
    }),
    ...ended,
  };
}

/**
 * Existing clients know only `error` as an end without a certificate, and expect `error_code` and `error_text` with it;
 * they treat any other status as an order in progress. `reason`, which they ignore, says which end it was.
 */
function endOf({ state, refundedAt, errorCode, errorText }: RequestStatus): StatusEnd | null {
  if (refundedAt !== null) {
    return { error_code: takenBack.code, error_text: takenBack.text, reason: 'refunded' };
  }
  if (errorCode === null) return null;
  const reason = state === 'cancelled' ? 'cancelled' : 'failed';
  return { error_code: errorCode, error_text: errorText ?? '', reason };
}

type StatusEnd = Required<Pick<z.infer<typeof status>, 'error_code' | 'error_text' | 'reason'>>;

function deliveryLine({ channel, kind, to, state, at, reason }: MessageState) {
  return { channel, kind, to, state, at: moscowDateTime(at), ...(reason !== '' && { reason }) };
}
