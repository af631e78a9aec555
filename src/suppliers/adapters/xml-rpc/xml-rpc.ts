/** The adapter for suppliers that speak XML-RPC. */
import { z } from 'zod';
import type { SupplierAdapter, SupplierRequest } from '../adapter.ts';
import { placesOf, samplePlaces } from '../answer-places.ts';
import { auth, authorise, endpointUrl } from '../auth.ts';
import { activateMapping, issueMapping, readActivated, readIssued, sampleAnswer } from '../mapping.ts';
import { refusalByCode } from '../refusal-codes.ts';
import { fillTemplate, type TemplateValues } from '../../../platform/values/fill-template.ts';
import { template, valuesOf } from '../template.ts';
import { readMethodResponse, writeMethodCall } from './envelope.ts';

const call = (kind: 'issue' | 'activate', method: string, params: Record<string, string>[]) => ({
  method: z
    .string()
    .regex(/^[\w.:/]+$/)
    .default(method)
    .describe('Name of the method'),
  params: z
    .array(template(kind))
    .default(params)
    .describe('Parameters in their order, with values as {{request_id}}'),
});

const settings = z.strictObject({
  url: endpointUrl,
  auth,
  issue: issueMapping
    .extend(
      call('issue', 'issueCertificate', [{ request_id: '{{request_id}}', denomination: '{{denomination}}' }]),
    )
    .prefault({
      answer: sampleAnswer,
    })
    .describe('Issuing a code; paths begin in the first value that is answered, or in the fault'),
  activate: activateMapping
    .extend(call('activate', 'activateCertificate', [{ request_id: '{{request_id}}', code: '{{code}}' }]))
    .prefault({})
    .describe('Activating a code; paths begin in the first value that is answered, or in the fault'),
});

type Settings = z.infer<typeof settings>;

/** XML-RPC. A fault is a refusal by the operator's rules, or if its text is a code of our own contract. */
export const xmlRpc: SupplierAdapter<Settings> = {
  name: 'xml-rpc',
  title: 'XML-RPC',
  settings,
  issue: {
    places: ({ issue }) => placesOf(issue.answer),
    request: (ask, agreed) => requestOf(agreed, agreed.issue, valuesOf.issue(ask)),
    read(response, ask, { issue }) {
      const answer = readMethodResponse(response.body);
      const reading = readIssued(
        answer.value,
        response,
        ask,
        issue,
        response.status === 200 && answer.is === 'answered',
      );
      return reading.is === 'unclear' && answer.is === 'fault'
        ? (refusalByCode(answer.text, { is: 'fault' }) ?? reading)
        : reading;
    },
  },
  activate: {
    places: () => samplePlaces,
    request: (ask, agreed) => requestOf(agreed, agreed.activate, valuesOf.activate(ask)),
    read(response, _ask, { activate }) {
      const answer = readMethodResponse(response.body);
      const reading = readActivated(
        answer.value,
        response,
        activate,
        response.status === 200 && answer.is === 'answered',
      );
      return reading.is === 'unclear' && answer.is === 'fault'
        ? (refusalByCode(answer.text, { is: 'fault' }) ?? reading)
        : reading;
    },
  },
};

function requestOf(
  agreed: Settings,
  operation: Settings['issue'] | Settings['activate'],
  values: TemplateValues,
): SupplierRequest {
  const params = operation.params.map((param) => fillTemplate(param, values));
  return authorise(
    {
      method: 'POST',
      url: agreed.url,
      headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml' },
      body: writeMethodCall(operation.method, params),
    },
    agreed.auth,
  );
}
