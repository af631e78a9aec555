/** The adapter for suppliers that speak JSON-RPC. */
import { z } from 'zod';
import type { Reading, SupplierAdapter, SupplierRequest, SupplierResponse } from '../adapter.ts';
import { placesOf, samplePlaces } from '../answer-places.ts';
import { auth, authorise, endpointUrl } from '../auth.ts';
import { parseJsonPlainly, valueAt } from '../../../platform/values/json.ts';
import { activateMapping, issueMapping, readActivated, readIssued, sampleAnswer } from '../mapping.ts';
import { refusalByCode } from '../refusal-codes.ts';
import { fillTemplate, type TemplateValues } from '../../../platform/values/fill-template.ts';
import { template, valuesOf } from '../template.ts';

const call = (kind: 'issue' | 'activate', method: string, params: Record<string, string>) => ({
  method: z.string().min(1).default(method).describe('Name of the method'),
  params: template(kind).default(params).describe('Parameters, with values as {{request_id}}'),
});

const settings = z.strictObject({
  url: endpointUrl,
  auth,
  issue: issueMapping
    .extend(
      call('issue', 'issueCertificate', { request_id: '{{request_id}}', denomination: '{{denomination}}' }),
    )
    .prefault({
      answer: sampleAnswer,
    })
    .describe('Issuing a code; paths begin in `result`, or in the whole answer when it is an error'),
  activate: activateMapping
    .extend(call('activate', 'activateCertificate', { request_id: '{{request_id}}', code: '{{code}}' }))
    .prefault({})
    .describe('Activating a code; paths begin in `result`, or in the whole answer when it is an error'),
});

type Settings = z.infer<typeof settings>;

/** JSON-RPC 2.0 over HTTP POST. */
export const jsonRpc: SupplierAdapter<Settings> = {
  name: 'json-rpc',
  title: 'JSON-RPC 2.0',
  settings,
  issue: {
    places: ({ issue }) => placesOf(issue.answer),
    request: (ask, agreed) => requestOf(agreed, agreed.issue, ask.requestId, valuesOf.issue(ask)),
    read(response, ask, { issue }) {
      const envelope = open(response, ask.requestId);
      if (envelope.is === 'result')
        return readIssued(envelope.result, response, ask, issue, response.status === 200);
      if (envelope.is === 'foreign') return { is: 'wrong', reason: { is: 'other-call' } };
      return failure(envelope.body, response, ask, issue);
    },
  },
  activate: {
    places: () => samplePlaces,
    request: (ask, agreed) => requestOf(agreed, agreed.activate, ask.requestId, valuesOf.activate(ask)),
    read(response, ask, { activate }) {
      const envelope = open(response, ask.requestId);
      if (envelope.is === 'result')
        return readActivated(envelope.result, response, activate, response.status === 200);
      if (envelope.is === 'foreign') return { is: 'unclear', reason: { is: 'other-call' } };
      return failure(envelope.body, response, ask, activate);
    },
  },
};

function requestOf(
  agreed: Settings,
  operation: Settings['issue'] | Settings['activate'],
  id: string,
  values: TemplateValues,
): SupplierRequest {
  const params = fillTemplate(operation.params, values);
  return authorise(
    {
      method: 'POST',
      url: agreed.url,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: operation.method, params }),
    },
    agreed.auth,
  );
}

type Envelope = { is: 'result'; result: unknown } | { is: 'foreign' } | { is: 'error'; body: unknown };

function open({ body }: SupplierResponse, id: string): Envelope {
  const envelope = parseJsonPlainly(body);
  const result = valueAt(envelope, 'result');
  const error = valueAt(envelope, 'error') ?? null;
  if (valueAt(envelope, 'jsonrpc') !== '2.0' || result === undefined || error !== null) {
    return { is: 'error', body: envelope };
  }
  return valueAt(envelope, 'id') === id ? { is: 'result', result } : { is: 'foreign' };
}

/** A refusal by the operator's rules, or by `error.data.code` with a code of our own contract. */
function failure(
  body: unknown,
  response: SupplierResponse,
  ask: { requestId: string },
  operation: Settings['activate'],
): Reading<never> {
  const reading = readActivated(body, response, operation, false);
  if (reading.is === 'refused') return reading;
  const ours = valueAt(body, 'id') === ask.requestId ? valueAt(body, 'error.data.code') : undefined;
  return refusalByCode(ours, { is: 'error' }) ?? { is: 'unclear', reason: { is: 'error' } };
}
