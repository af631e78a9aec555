/** Notes a call for its client. Of those that are kept the text is read a second time, so that no other has to stay in memory. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginningOf, hideGiftLinks, masked, shorten, withoutAddresses } from '../../platform/text/mask.ts';
import type { CallLog, CallSample } from '../../reports/call-log/call-log.ts';
import type { Data } from '../../platform/values/fields.ts';
import { isSentNumber } from '../../platform/values/sent-number.ts';
import { envelope, outcomeOf, type Answer } from './answer.ts';
import { readCall, readData, sayable, type ApiCall, type BodyReading } from './read-call.ts';

interface AnsweredCall {
  answer: Answer;
  clientId: number | null;
  cmd: string;
  /** Why the caller was not authenticated; `client` if it named one. */
  refused?: { event: string; client: number | null };
}

export function noteCall(
  callLog: CallLog,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, clientId, cmd, refused }: AnsweredCall,
): void {
  const client = clientId ?? refused?.client ?? null;
  if (client === null) return;
  const outcome = outcomeOf(answer);
  const kind = refused !== undefined ? 'refused' : outcome === 'ok' ? 'ok' : 'error';
  callLog.note({ ownerId: client, kind, cmd, outcome }, (): CallSample => {
    const about = {
      ref: request.id,
      address: request.ip,
      durationMs: Math.round(reply.elapsedTime),
    };
    if (refused !== undefined) return { ...about, asked: refused.event, answered: envelope(answer) };
    const reading = readCall(request.raw.url ?? '/', bytesOf(request));
    const asked = reading.is === 'call' ? maskAsked(reading.call, cmd) : '';
    return { ...about, asked: `${request.method} ${asked}`, answered: maskAnswered(cmd, answer) };
  });
}

function bytesOf(request: FastifyRequest): Buffer | null {
  const body = (request.body ?? null) as BodyReading | null;
  return body?.is === 'bytes' ? body.bytes : null;
}

const mostItems = 3;

/** Fields that name the recipient or the sender of a certificate, or hold what one writes to the other. */
const personal = new Set(['email_from', 'email_to', 'from', 'to', 'to_phone', 'text']);

/** Fields of requests by name; values of any other name are masked. */
const plain = new Set([
  'product_id',
  'face',
  'uuid',
  'date_send',
  'code',
  'comment',
  'external_id',
  'delivery_type',
  'ttl',
  'testmode',
  'callback',
  'id',
  'order_id',
  'after',
  'part',
  'parts',
  'placing',
  'sum',
  'area_name',
  'locality_name',
  'extended',
  'orders',
]);

/** The data of a request as its client sent it, values of persons and of unknown fields masked. */
function maskAsked({ cmd, in: format, data }: ApiCall, knownCmd: string): string {
  const head = `cmd=${knownCmd === cmd ? cmd : masked} in=${/^\w{0,10}$/.test(format) ? format : masked}`;
  const reading = readData(format, data);
  if (reading.is === 'malformed') return `${head}\n(${Buffer.byteLength(data)} bytes)`;
  return shorten(`${head}\n${JSON.stringify(maskedFields(reading.data), null, 2)}`);
}

function maskedFields(data: Data): object {
  const entries = Object.entries(data).slice(0, mostFields);
  return Object.fromEntries(
    entries.map(([name, value]) => [sayable(name).trim() || masked, maskedField(name, value)]),
  );
}

const mostFields = 40;

function maskedField(name: string, value: unknown): unknown {
  if (personal.has(name)) return value === '' ? '' : masked;
  if (!plain.has(name)) return masked;
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item: unknown) => maskedItem(name, item));
    return value.length > mostItems ? [...items, `… ${value.length}`] : items;
  }
  return maskedItem(name, value);
}

function maskedItem(name: string, value: unknown): unknown {
  if (typeof value === 'string') return maskedText(name, value);
  if (typeof value === 'number') return value < leastLongNumber || numbers.has(name) ? value : masked;
  if (isSentNumber(value)) return numbers.has(name) ? value : masked;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? masked : maskedFields(value as Data);
}

const numbers = new Set(['product_id', 'id', 'order_id', 'face', 'sum', 'after']);
/** The length of a phone number. */
const leastLongNumber = 1_000_000_000;

function maskedText(name: string, text: string): string {
  // Orders within an order are objects; as texts nobody knows what is in them.
  if (name === 'orders') return masked;
  return name === 'callback' ? text.replace(/[?#].*/s, '?…') : plainText(text, name);
}

/** A text of the client's own, without e-mail addresses and phones. */
const plainText = (text: string, name: string): string =>
  name === 'uuid' ? beginningOf(text) : withoutAddresses(beginningOf(text));

/** Operations whose answer is the certificate itself. */
const secretAnswers = new Set(['getCode', 'getCertificate', 'getLinks']);
/** Fields of answers that open a certificate, or name its recipient. */
const secretFields = new Set([
  'pin',
  'certificate',
  'link',
  'download_url',
  'exchange_url',
  'gift_page_url',
  'to',
]);

/** An answer, with nothing in it that opens a certificate. */
function maskAnswered(cmd: string, answer: Answer): string {
  if (answer.is === 'error') return envelope(answer);
  const data: unknown = answer.is === 'json' ? parsed(answer.json) : answer.data;
  const shown = maskedValue('', data, secretAnswers.has(cmd));
  return shorten(hideGiftLinks(JSON.stringify({ status: 'ok', data: shown }, null, 2)));
}

/** What is sent ready-made is a catalogue, and longer than anybody reads. */
const parsed = (json: string): unknown =>
  json.length > longestParsed ? `… ${json.length}` : JSON.parse(json);

const longestParsed = 20_000;

function maskedValue(name: string, value: unknown, all: boolean): unknown {
  if (secretFields.has(name) && value !== null) return masked;
  if (typeof value === 'string') return all ? masked : plainText(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item: unknown) => maskedValue('', item, all));
    return value.length > mostItems ? [...items, `… ${value.length}`] : items;
  }
  const entries = Object.entries(value).slice(0, mostFields) as [string, unknown][];
  return Object.fromEntries(entries.map(([one, item]) => [one, maskedValue(one, item, all)]));
}
