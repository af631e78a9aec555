import { createHmac, timingSafeEqual } from 'node:crypto';

/** The result of an order, as the platform tells it. `data.id` is 0 in a test call from the cabinet. */
export interface Callback {
  /** The same in every repeat: remember it to handle a callback once. */
  webhookId: string;
  status: 'ok' | 'error';
  data: {
    id: number;
    /** `""` when the order had none. */
    uuid: string;
    order_id: number | null;
    product_id: number;
    face: number;
    sum: number;
    code: string;
    comment: string;
    external_id: string;
    /** Only when `ok`. Whoever has it has the certificate. */
    gift_page_url?: string;
  };
  /** Only when `error`. */
  error?: { code: number; text: string };
}

export interface CallbackOptions {
  /** The callback secret, `whsec_…`; several while it is being replaced. */
  secret: string | readonly string[];
  /** How far the time of the callback may be from ours; 300 s by default. */
  toleranceSeconds?: number;
  now?: Date;
}

/** The callback is not genuine or cannot be read. Its text has nothing of the callback in it. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
}

type Headers = Record<string, string | string[] | undefined>;

/** Reads a callback, form or JSON, after checking its signature and time. `body` is the text exactly as received. */
export function readCallback(headers: Headers, body: string, options: CallbackOptions): Callback {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signature) throw new CallbackError('The callback is not signed.');
  const tolerance = options.toleranceSeconds ?? 300;
  const now = (options.now ?? new Date()).getTime() / 1000;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > tolerance)
    throw new CallbackError('The time of the callback is too far from now.');
  const given = signature.split(' ').map((one) => Buffer.from(one));
  const signed = `${id}.${timestamp}.${body}`;
  const expected = keysOf(options.secret).map((key) => Buffer.from(signatureOf(key, signed)));
  const genuine = expected.some((one) =>
    given.some((two) => one.length === two.length && timingSafeEqual(one, two)),
  );
  if (!genuine) throw new CallbackError('The signature of the callback is wrong.');
  return { webhookId: id, ...(body.startsWith('{') ? readJson(body) : readForm(body)) };
}

function headerOf(headers: Headers, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

/** With an empty key anybody could sign. One of several secrets may be missing, for instance while none is being replaced. */
function keysOf(secret: CallbackOptions['secret']): Buffer[] {
  const secrets: readonly (string | undefined)[] = typeof secret === 'string' ? [secret] : (secret ?? []);
  const keys = secrets.map((one) => Buffer.from((one ?? '').replace(/^whsec_/, ''), 'base64'));
  const whole = keys.filter(({ length }) => length > 0);
  if (whole.length === 0) throw new TypeError('The callback secret is missing or is not base64.');
  return whole;
}

const signatureOf = (key: Buffer, text: string): string =>
  `v1,${createHmac('sha256', key).update(text, 'utf8').digest('base64')}`;

type Told = Omit<Callback, 'webhookId'>;

function readJson(body: string): Told {
  try {
    return told(JSON.parse(body) as Told);
  } catch (cause) {
    throw new CallbackError('The callback cannot be read.', { cause });
  }
}

const INTEGERS = new Set(['id', 'order_id', 'product_id', 'face', 'sum']);

/** A form has texts only: numbers are read, an empty number is null. */
function readForm(body: string): Told {
  const callback: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const [, group, field] = /^(data|error)\[(\w+)\]$/.exec(key) ?? [];
    if (group === undefined || field === undefined) callback[key] = value;
    else {
      const isNumber = group === 'data' ? INTEGERS.has(field) : field === 'code';
      const read = isNumber ? (value === '' ? null : Number(value)) : value;
      callback[group] = { ...(callback[group] as object | undefined), [field]: read };
    }
  }
  return told(callback as unknown as Told);
}

function told({ status, data, error }: Told): Told {
  if ((status !== 'ok' && status !== 'error') || typeof data?.id !== 'number')
    throw new CallbackError('The callback cannot be read.');
  return error === undefined ? { status, data } : { status, data, error };
}
