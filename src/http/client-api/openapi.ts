/** The OpenAPI document of the client API. */
import { z } from 'zod';
import { errorTable } from '../../orders/error-table.ts';
import { maxApiBytes } from '../../web/body-limits.ts';
import type { Shape } from '../../platform/values/fields.ts';
import type { Operation } from './operation.ts';
import { sampleAnswers } from './samples.ts';

/** Error codes of every request. */
const errorsOfAny = [1000, 1001, 1002, 1003, 9000];

type Json = Record<string, unknown>;

/**
 * Builds the OpenAPI 3.1 document of the client API from the schemas that check requests. All operations share one
 * address and differ in `cmd`, so each is listed under `x-operations` with its request, answer and error codes.
 */
export function openApiDocument(operations: Operation[], baseUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Facevalue client API',
      version: '1.0.0',
      summary: 'Orders electronic gift certificates',
      description:
        'Every request is signed: sig = hex sha256(cmd + data + secret), where data is the decoded text as sent. ' +
        'Every decided request is answered with HTTP 200 and an envelope. See docs/client-api.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    paths: {
      '/': { get: getOf(operations), post: postOf(operations) },
    },
    components: { schemas: schemasOf(operations) },
    'x-operations': operations.map((operation) => ({
      cmd: operation.cmd,
      title: operation.title,
      request: ref(`${operation.cmd}Request`),
      answer: ref(`${operation.cmd}Answer`),
      errors: [...errorsOfAny, ...operation.errors].toSorted((one, other) => one - other),
    })),
    'x-errors': errorTable,
  };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const inQuery = (name: string, required: boolean, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  required,
  schema,
  description,
});

const sig = { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' };

function commonParameters(operations: Operation[]): Json[] {
  return [
    inQuery('cmd', true, { type: 'string', enum: operations.map(({ cmd }) => cmd) }, 'The operation'),
    inQuery('id', true, { type: 'string', pattern: '^[1-9]\\d*$' }, 'The client'),
    inQuery('in', false, { type: 'string', enum: ['json', 'pairs'], default: 'pairs' }, 'The form of data'),
    inQuery('out', false, { type: 'string', enum: ['json'] }, 'Ignored: every answer is JSON'),
    inQuery('v', false, { type: 'string' }, 'Ignored'),
  ];
}

const dataDescription = "The operation's fields, see x-operations; with in=pairs URL-encoded pairs";

function getOf(operations: Operation[]): Json {
  const data = {
    name: 'data',
    in: 'query',
    required: false,
    description: dataDescription,
    content: { 'application/json': { schema: anyRequest(operations) } },
  };
  return {
    operationId: 'callByGet',
    summary: 'Any operation, data in the address',
    parameters: [...commonParameters(operations), inQuery('sig', true, sig, 'The signature'), data],
    responses: responsesOf(operations),
  };
}

function postOf(operations: Operation[]): Json {
  const form = {
    type: 'object',
    properties: { data: { type: 'string', description: dataDescription }, sig },
  };
  return {
    operationId: 'callByPost',
    summary: `Any operation, data in a body of at most ${maxApiBytes.clientApi} bytes`,
    parameters: [
      ...commonParameters(operations),
      inQuery('sig', false, sig, 'The signature, here or in the body'),
    ],
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: responsesOf(operations),
  };
}

const anyRequest = (operations: Operation[]): Json => ({
  anyOf: operations.map(({ cmd }) => ref(`${cmd}Request`)),
});

function responsesOf(operations: Operation[]): Json {
  const answers = operations.map(({ cmd }) => ref(`${cmd}Answer`));
  const json = (schema: Json): Json => ({ 'application/json': { schema } });
  return {
    '200': {
      description: 'The request was decided',
      headers: { 'x-request-id': { schema: { type: 'string' }, description: 'Name it to the support' } },
      content: json({ anyOf: [...answers, ref('ErrorAnswer')] }),
    },
    '503': {
      description: 'Nothing was decided: repeat, a makeOrder with the same uuid',
      content: json(ref('ErrorAnswer')),
    },
  };
}

function schemasOf(operations: Operation[]): Json {
  const schemas: Json = { ErrorAnswer: errorAnswer };
  for (const { cmd, title, request, answer } of operations) {
    schemas[`${cmd}Request`] = { title, ...requestSchema(request) };
    schemas[`${cmd}Answer`] = {
      ...schemaOf(answerEnvelope(answer)),
      examples: (sampleAnswers[cmd] ?? []).map((data) => ({ status: 'ok', data })),
    };
  }
  return schemas;
}

function requestSchema(request: Shape): Json {
  const fields = Object.entries(request);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

const answerEnvelope = (answer: z.ZodType): z.ZodType => z.object({ status: z.literal('ok'), data: answer });

const errorAnswer = {
  type: 'object',
  required: ['status', 'error'],
  properties: {
    status: { const: 'error' },
    error: {
      type: 'object',
      required: ['code', 'text'],
      properties: {
        code: { type: 'integer', enum: errorTable.map(({ code }) => code) },
        text: { type: 'string' },
        fields: {
          type: 'array',
          description:
            'Of a 3601 that makeOrder answers, or makeTopUp to a request for a phone: why each of these fields',
          items: {
            type: 'object',
            required: ['field', 'reason'],
            properties: {
              field: { type: 'string' },
              reason: { enum: ['missing', 'form', 'not-now', 'not-offered', 'no-stock'] },
              wanted: { type: 'string' },
            },
          },
        },
      },
    },
  },
  examples: [
    {
      status: 'error',
      error: {
        code: 3601,
        text: 'fields filled incorrectly: face',
        fields: [{ field: 'face', reason: 'not-offered' }],
      },
    },
  ],
};

/** Objects stay open: additions of a later version must not break a client that validates answers. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
