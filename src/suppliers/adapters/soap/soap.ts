/** The adapter for suppliers that speak SOAP. */
import { z } from 'zod';
import type { SupplierAdapter, SupplierRequest } from '../adapter.ts';
import { placesOf, samplePlaces } from '../answer-places.ts';
import { auth, authorise, endpointUrl } from '../auth.ts';
import { valueAt } from '../../../platform/values/json.ts';
import { activateMapping, issueMapping, readActivated, readIssued, sampleAnswer } from '../mapping.ts';
import { refusalByCode } from '../refusal-codes.ts';
import { fillTemplate, type TemplateValues } from '../../../platform/values/fill-template.ts';
import { template, valuesOf } from '../template.ts';
import { hasAttribute, parseXml } from '../xml.ts';
import { writeEnvelope } from './write-envelope.ts';
import { settingProblem } from '../setting-reasons.ts';

const call = (kind: 'issue' | 'activate', operation: string, params: Record<string, string>) => ({
  operation: z.string().min(1).default(operation).describe('Name of the operation in the WSDL'),
  arguments: template(kind).default(params).describe('Its arguments, with values as {{request_id}}'),
});

const maxWsdlLength = 1_000_000;
const partElements = ['import', 'include', 'redefine', 'override'];
const locations = ['location', 'schemaLocation'];

const settings = z.strictObject({
  url: endpointUrl,
  auth,
  wsdl: z
    .string()
    .max(maxWsdlLength)
    .refine((text) => parseXml(text) !== undefined, settingProblem({ is: 'no-xml' }))
    // The library would load these from any address that they name.
    .refine(
      (text) => parseXml(text) === undefined || !hasAttribute(text, partElements, locations),
      settingProblem({ is: 'xml-elsewhere' }),
    )
    .describe("Text of the supplier's WSDL"),
  version: z.enum(['1.1', '1.2']).default('1.1').describe('Version of SOAP'),
  issue: issueMapping
    .extend(
      call('issue', 'issueCertificate', { request_id: '{{request_id}}', denomination: '{{denomination}}' }),
    )
    .prefault({
      answer: sampleAnswer,
    })
    .describe('Issuing a code; paths begin in the first element of the body, or in the fault'),
  activate: activateMapping
    .extend(call('activate', 'activateCertificate', { request_id: '{{request_id}}', code: '{{code}}' }))
    .prefault({})
    .describe('Activating a code; paths begin in the first element of the body, or in the fault'),
});

type Settings = z.infer<typeof settings>;

/**
 * SOAP by the supplier's WSDL. The library, which knows the schemas, writes the envelopes. Answers are read without it,
 * because schema types would turn codes into numbers. A fault is a refusal by the operator's rules, or if its text is a
 * code of our own contract.
 */
export const soap: SupplierAdapter<Settings> = {
  name: 'soap',
  title: 'SOAP',
  settings,
  issue: {
    places: ({ issue }) => placesOf(issue.answer),
    request: (ask, agreed) => requestOf(agreed, agreed.issue, valuesOf.issue(ask)),
    read(response, ask, { issue }) {
      const body = open(response.body, issue.operation);
      const reading = readIssued(
        body.tree,
        response,
        ask,
        issue,
        response.status === 200 && body.is === 'answer',
      );
      return reading.is === 'unclear' ? (refusalOf(body) ?? reading) : reading;
    },
  },
  activate: {
    places: () => samplePlaces,
    request: (ask, agreed) => requestOf(agreed, agreed.activate, valuesOf.activate(ask)),
    read(response, _ask, { activate }) {
      const body = open(response.body, activate.operation);
      const reading = readActivated(
        body.tree,
        response,
        activate,
        response.status === 200 && body.is === 'answer',
      );
      return reading.is === 'unclear' ? (refusalOf(body) ?? reading) : reading;
    },
  },
};

async function requestOf(
  agreed: Settings,
  operation: Settings['issue'] | Settings['activate'],
  values: TemplateValues,
): Promise<SupplierRequest> {
  const { url, wsdl, version } = agreed;
  const args = fillTemplate(operation.arguments, values);
  const { headers, body } = await writeEnvelope({ wsdl, version, operation: operation.operation, args });
  return authorise({ method: 'POST', url, headers, body }, agreed.auth);
}

interface Body {
  is: 'answer' | 'fault' | 'unreadable';
  tree: unknown;
}

/** The single element of the body. The answer is named after its operation, as usual in WSDLs. */
function open(text: string, operation: string): Body {
  const body = valueAt(parseXml(text), 'Envelope.Body');
  const elements = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const [only] = elements as [string, unknown][];
  if (only === undefined || elements.length > 1) return { is: 'unreadable', tree: undefined };
  const [name, tree] = only;
  if (name === 'Fault') return { is: 'fault', tree };
  return { is: name.startsWith(operation) ? 'answer' : 'unreadable', tree: tree === '' ? {} : tree };
}

function refusalOf({ is, tree }: Body): ReturnType<typeof refusalByCode> {
  if (is !== 'fault') return null;
  return refusalByCode(valueAt(tree, 'faultstring') ?? valueAt(tree, 'Reason.Text'), { is: 'fault' });
}
