import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../../src/clients/client-directory.ts';
import type { CallbackSink } from './callback-sink.ts';

/** A client of a running platform: signs and calls its API over HTTP, and knows the callbacks that its receiver got. */
export interface TestClient {
  id: number;
  secret: string;
  /** Any operation; the envelope as received. */
  call(cmd: string, data?: object): Promise<Envelope>;
  /** An order that must be accepted; its queue id. On a cluster it is repeated while the platform asks for that, as shops do. */
  makeOrder(fields: object): Promise<number>;
  /** An order that must be refused; why. */
  refusedOrder(fields: object): Promise<WireError>;
  getStatus(id: number): Promise<Record<string, unknown>>;
  getLinks(id: number): Promise<{ download_url: string | null; exchange_url: string | null }>;
  getCode(id: number): Promise<{ code: string; pin: string; expire_date: string | null }>;
  /** The PDF. */
  getCertificate(id: number): Promise<Buffer>;
  getBalance(): Promise<number>;
  /** The error of an operation that must fail. */
  error(cmd: string, data?: object): Promise<WireError>;
  /** The callbacks for a request, one for each call. */
  told(id: number): Told[];
}

export interface WireError {
  code: number;
  text: string;
  fields?: { field: string; reason: string; wanted?: string }[];
}

export interface Envelope {
  status: 'ok' | 'error';
  data?: unknown;
  error?: WireError;
}

/** A callback as parsed by its receiver. In form bodies every value is text and null is ''. */
export interface Told {
  status: string;
  data: Record<string, unknown>;
  error: Record<string, unknown> | null;
  messageId: string;
  body: string;
  path: string;
}

/** Nothing was decided: where several servers share a machine an order may wait too long. */
const askedToRepeat = 1003;
const repeatAfterMs = 100;
const repeatForMs = 60_000;

export function testClient(
  baseUrl: string,
  { id, secret }: { id: number; secret: string },
  callbacks: CallbackSink,
  { repeats = false } = {},
): TestClient {
  const call = async (cmd: string, parameters?: object): Promise<Envelope> => {
    const data = parameters === undefined ? '' : JSON.stringify(parameters);
    const query = { cmd, id: String(id), in: 'json', out: 'json', sig: signatureOf(cmd, data, secret) };
    const response = await fetch(`${baseUrl}/?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ data }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Envelope;
  };
  const ask = async (cmd: string, parameters?: object): Promise<Envelope> => {
    const deadline = performance.now() + repeatForMs;
    for (;;) {
      const answer = await call(cmd, parameters);
      const isDone = !repeats || cmd !== 'makeOrder' || answer.error?.code !== askedToRepeat;
      if (isDone || performance.now() > deadline) return answer;
      await sleep(repeatAfterMs);
    }
  };
  const dataOf = async <Data>(cmd: string, parameters?: object): Promise<Data> => {
    const { status, data, error } = await ask(cmd, parameters);
    assert.equal(status, 'ok', `${cmd}: ${JSON.stringify(error)}`);
    return data as Data;
  };
  const errorOf = async (cmd: string, parameters?: object): Promise<WireError> => {
    const { error } = await ask(cmd, parameters);
    return error ?? assert.fail(`${cmd} went through`);
  };
  return {
    id,
    secret,
    call,
    error: errorOf,
    makeOrder: async (fields) => (await dataOf<{ id: number }>('makeOrder', fields)).id,
    refusedOrder: (fields) => errorOf('makeOrder', fields),
    getStatus: (request) => dataOf('getStatus', { id: request }),
    getLinks: (request) => dataOf('getLinks', { queue_id: request }),
    getCode: (request) => dataOf('getCode', { queue_id: request }),
    async getCertificate(request) {
      const answer = await dataOf<{ certificate: string }>('getCertificate', { queue_id: request });
      return Buffer.from(answer.certificate, 'base64');
    },
    getBalance: async () => (await dataOf<{ balance: number }>('getBalance')).balance,
    told: (request) =>
      callbacks.received.map(readCallback).filter(({ data }) => Number(data['id']) === request),
  };
}

function readCallback({ body, headers, path }: CallbackSink['received'][number]): Told {
  const messageId = String(headers['webhook-id']);
  const form = headers['content-type'] === 'application/x-www-form-urlencoded';
  const { status, data, error } = form ? formFields(body) : (JSON.parse(body) as Omit<Told, 'messageId'>);
  return { status, data, error: error ?? null, messageId, body, path };
}

/** Parses `data[id]=…` as PHP does. */
function formFields(body: string): Pick<Told, 'status' | 'data' | 'error'> {
  const fields = [...new URLSearchParams(body)];
  const nested = (name: string): Record<string, string> =>
    Object.fromEntries(
      fields
        .filter(([field]) => field.startsWith(`${name}[`))
        .map(([field, value]) => [field.slice(name.length + 1, -1), value]),
    );
  const error = nested('error');
  return {
    status: new URLSearchParams(body).get('status') ?? '',
    data: nested('data'),
    error: Object.keys(error).length === 0 ? null : error,
  };
}
