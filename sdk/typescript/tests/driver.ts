/** Runs steps given on standard input with this SDK and prints their outcomes: the same program exists in each language. */
import { readFileSync } from 'node:fs';
import {
  ApiError,
  CallbackError,
  Facevalue,
  NoAnswerError,
  NotEndedError,
  readCallback,
  sign,
  type Order,
} from '../src/index.ts';

interface Step {
  do: string;
  [field: string]: unknown;
}

const { BASE_URL = '', ID = '', SECRET = '', TIMEOUT = '10' } = process.env;
const client = new Facevalue({
  baseUrl: BASE_URL,
  id: ID,
  secret: SECRET,
  timeoutMs: Number(TIMEOUT) * 1000,
  attempts: 3,
  pauseMs: 20,
});

/** Values that a program of this language may have for a uuid and JSON has not. */
const unusual: Record<string, unknown> = {
  undefined: undefined,
  'not a number': Number.NaN,
  infinite: Infinity,
  'no date': new Date(Number.NaN),
  'boxed empty text': Object('') as unknown,
  function: () => 'uuid',
  symbol: Symbol('uuid'),
  'null by toJSON': { toJSON: () => null },
  'empty by toJSON': { toJSON: () => '' },
  'big integer': 17n,
};

class OrderOfShop {
  readonly #fields: object;

  constructor(fields: object) {
    this.#fields = fields;
  }

  toJSON(): object {
    return this.#fields;
  }
}

/** Orders, and once more with the uuid that the answer or the error brought: as a shop does after a restart. */
async function orderTwice(step: Step): Promise<unknown> {
  const plain = { ...(step['fields'] as Order) };
  const { uuidIs } = step as { uuidIs?: string };
  if (uuidIs !== undefined && uuidIs in unusual) plain.uuid = unusual[uuidIs] as string;
  const fields = uuidIs === 'of an object with toJSON' ? (new OrderOfShop(plain) as unknown as Order) : plain;
  const uuid = await client.makeOrder(fields).then(
    (answer) => answer.uuid,
    (error: unknown) => {
      if (error instanceof NoAnswerError && error.uuid !== null) return error.uuid;
      throw error;
    },
  );
  return client.makeOrder({ ...plain, uuid });
}

async function run(step: Step): Promise<unknown> {
  const fields = step['fields'] as never;
  const id = Number(step['id']);
  switch (step.do) {
    case 'sign':
      return sign(String(step['cmd']), String(step['data']), String(step['secret']));
    case 'callback':
      return readCallback(step['headers'] as Record<string, string>, String(step['body']), {
        secret: step['secret'] as string | string[],
        now: new Date(Number(step['now']) * 1000),
      });
    case 'orderTwice':
      return orderTwice(step);
    case 'wait':
      return client.waitForOrder(id, { timeoutMs: Number(step['ms']), pauseMs: 20 });
    case 'pdf':
      return Buffer.from(await client.getCertificatePdf(id))
        .subarray(0, 5)
        .toString();
    case 'bulk':
      return client.makeWholeBulkOrder(fields);
    case 'lines':
      return Array.fromAsync(client.reportLines(fields));
    default: {
      const operation = client[step.do as 'getStatus'].bind(client) as (fields: unknown) => Promise<unknown>;
      return operation(fields ?? {});
    }
  }
}

function outcomeOf(error: unknown): object {
  if (error instanceof ApiError) {
    const { code, retry, fields, problems, message, requestId } = error;
    return { error: 'ApiError', code, retry, fields, problems, message, hasRequestId: requestId !== null };
  }
  if (error instanceof NoAnswerError)
    return { error: 'NoAnswerError', hasUuid: error.uuid !== null, message: error.message };
  if (error instanceof NotEndedError) return { error: 'NotEndedError', status: error.lastStatus.status };
  if (error instanceof CallbackError) return { error: 'CallbackError', message: error.message };
  if (error instanceof TypeError) return { error: 'refused before it was sent', message: error.message };
  throw error;
}

const outcomes: object[] = [];
for (const step of JSON.parse(readFileSync(0, 'utf8')) as Step[])
  outcomes.push(await run(step).then((ok) => ({ ok }), outcomeOf));
process.stdout.write(JSON.stringify(outcomes));
