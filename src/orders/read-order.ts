/** Reads and validates the fields of makeOrder. */
import { addressProblem } from '../platform/network/callback-address.ts';
import { hash } from 'node:crypto';
import { legacyDateSendUntil, readsFace, type Client } from '../clients/client.ts';
import {
  choiceField,
  emailField,
  flagField,
  idField,
  instantField,
  isGiven,
  moneyField,
  optionalIntegerField,
  phoneField,
  readFields,
  textField,
  webAddressField,
  wholeValues,
  type Data,
  type SendInstant,
  type Values,
} from '../platform/values/fields.ts';
import { isSentNumber, rounded } from '../platform/values/sent-number.ts';
import type { DeliveryType, OrderAsk } from './order-ask.ts';
import { hasUnknownScript } from './test-script.ts';

const deliveryTypes: readonly DeliveryType[] = ['email', 'sms', 'link', 'download', 'code'];
const maxDateSendAheadYears = 10;

/** Specification, 2.1, in its order; the last two are from wire.md. */
export const makeOrderRequest = {
  product_id: idField('A product of getProducts'),
  face: moneyField('Roubles; one of the faces of the product, or a free amount where it has one'),
  uuid: textField('Protects from duplicates: the same uuid brings the same request', { most: 36 }),
  email_from: emailField("Sender's e-mail", { most: 255 }),
  email_to: emailField("Recipient's e-mail; without it nothing is sent", { most: 255 }),
  from: textField("Sender's name, for the letter", { most: 255 }),
  to: textField("Recipient's name, for the letter", { most: 255 }),
  to_phone: phoneField("Recipient's phone, 7XXXXXXXXXX"),
  date_send: instantField('When to send: YYYY-MM-DDThh:mm:ss±hh:mm (or Z), within ten years from now'),
  text: textField('Greeting', { most: 512 }),
  code: textField('Service code of the order', { most: 100, pattern: /^[_A-Z0-9]+$/, absent: 'API' }),
  comment: textField('Service comment; scripts the outcome of test orders', { most: 512 }),
  external_id: textField("Identifier in the client's own system", { most: 255 }),
  delivery_type: choiceField('How the certificate is handed over', deliveryTypes, 'email'),
  ttl: optionalIntegerField('Seconds after which an unprocessed order is cancelled', {
    least: 60,
    most: 86_400,
  }),
  testmode: flagField('A test order: canned values, no money; also 1, "1", "true"'),
  callback: webAddressField(
    "This order's own callback address: http or https without user name and password, not in a private network unless the installation allows that",
    { most: 2048 },
  ),
};

type OrderFields = Values<typeof makeOrderRequest>;

export type OrderReading =
  /** Names of all invalid fields. */
  { is: 'wrong'; names: string[] } | { is: 'read'; ask: OrderAsk; hasLegacyDate: boolean };

/** The rules of this installation. */
export interface ReadingRules {
  /** It calls receivers within its own network. */
  callsPrivate: boolean;
}

const everywhere: ReadingRules = { callsPrivate: true };

/**
 * Validates the fields of an order, however it was sent. What only the present time or the client's settings forbid is
 * `wrongNow` and checked after the uuid: a repeat of an accepted order always gets its id.
 */
export function readOrder(
  client: Client,
  data: Data,
  now: Date,
  { callsPrivate }: ReadingRules = everywhere,
): OrderReading {
  const reading = readFields(makeOrderRequest, data);
  const { to_phone: toPhone, delivery_type: deliveryType, uuid } = reading.values;
  const wrong = new Set<string>(reading.wrong);
  if (client.uuidRequired && uuid === '') wrong.add('uuid');
  if (deliveryType === 'sms' && !isGiven(toPhone)) wrong.add('to_phone');
  if (reading.values.date_send && isTooFar(reading.values.date_send, now)) wrong.add('date_send');
  const wrongNow = namesWrongNow(client, reading.values, now, callsPrivate);
  const fields = wrong.size === 0 && (wrongNow.length === 0 || isGiven(uuid)) ? wholeValues(reading) : null;
  if (fields !== null) {
    const hasLegacyDate = fields.date_send?.legacy === true;
    const ask = orderAsk(client, fields, wrongNow);
    return { is: 'read', ask: { ...ask, formerHash: formerHash(ask, data) }, hasLegacyDate };
  }
  const names = Object.keys(makeOrderRequest);
  return { is: 'wrong', names: names.filter((name) => wrong.has(name) || wrongNow.includes(name)) };
}

function namesWrongNow(
  client: Client,
  fields: Partial<OrderFields>,
  now: Date,
  callsPrivate: boolean,
): string[] {
  const { face, date_send: dateSend, comment = '', testmode = false, callback = '' } = fields;
  const faceRead = face === undefined || readsFace(client, face);
  const sendable = !dateSend || mayBeSentAt(dateSend, client, now);
  // In a live order it is an ordinary comment.
  const scripted = !(testmode || client.testMode) || !hasUnknownScript(comment);
  // A receiver in a private network would never be called; a repeat of what was accepted still gets its id.
  const callable = callback === '' || addressProblem(callback, callsPrivate) === null;
  if (faceRead && sendable && scripted && callable) return nothingWrong;
  return [
    ...(faceRead ? [] : ['face']),
    ...(sendable ? [] : ['date_send']),
    ...(scripted ? [] : ['comment']),
    ...(callable ? [] : ['callback']),
  ];
}

const nothingWrong: string[] = [];

function mayBeSentAt({ at, legacy }: SendInstant, client: Client, now: Date): boolean {
  if (legacy && client.registeredAt >= legacyDateSendUntil) return false;
  return at > now;
}

/** No earlier request can have had it, so it needs no look at the uuids. */
function isTooFar({ at }: SendInstant, now: Date): boolean {
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + maxDateSendAheadYears);
  return at > last;
}

function orderAsk(client: Client, fields: OrderFields, wrongNow: string[]): OrderAsk {
  return {
    client,
    uuid: fields.uuid,
    parametersHash: fields.uuid === '' ? '' : parametersHash(comparedValues(fields)),
    productId: fields.product_id,
    faceKopecks: fields.face,
    emailFrom: fields.email_from,
    emailTo: fields.email_to,
    senderName: fields.from,
    recipientName: fields.to,
    toPhone: fields.to_phone,
    greeting: fields.text,
    serviceCode: fields.code,
    comment: fields.comment,
    externalId: fields.external_id,
    deliveryType: fields.delivery_type,
    // What is refused for its date is looked for by its uuid alone: a date that is wrong reaches no statement.
    dateSend: wrongNow.length === 0 ? (fields.date_send?.at ?? null) : null,
    ttlSeconds: fields.ttl,
    callbackUrl: fields.callback === '' ? null : fields.callback,
    testmode: fields.testmode || client.testMode,
    wrongNow,
  };
}

/** Every field but the uuid itself, so that new fields are compared too. */
const comparedNames = (Object.keys(makeOrderRequest) as (keyof OrderFields)[]).filter(
  (name) => name !== 'uuid',
);

const comparedValues = (fields: OrderFields) =>
  comparedNames.map((name) =>
    name === 'date_send' ? (fields.date_send?.at.getTime() ?? null) : fields[name],
  );

/**
 * The hash by which repeats of a uuid are compared: the parsed values in a fixed order. The order, form and place of
 * the parameters in the request do not matter, and neither do explicit defaults.
 */
export function parametersHash(values: readonly (string | number | boolean | null)[]): string {
  return hash('sha256', JSON.stringify(values), 'hex');
}

/**
 * The hash under which versions up to 0.1.0 kept this order: they rounded long numbers in text fields. Undefined if it has none.
 */
function formerHash({ uuid }: OrderAsk, data: Data): string | undefined {
  if (uuid === '' || !Object.values(data).some(isSentNumber)) return undefined;
  const formerly = Object.entries(data).map(([name, value]) => [
    name,
    isSentNumber(value) ? String(rounded(value)) : value,
  ]);
  const values = wholeValues(readFields(makeOrderRequest, Object.fromEntries(formerly) as Data));
  return values === null ? undefined : parametersHash(comparedValues(values));
}
